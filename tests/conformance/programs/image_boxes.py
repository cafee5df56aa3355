import numpy as np
import tensorflow as tf
from tell import fails, show


def image(*shape, dtype=np.float32):
    n = int(np.prod(shape))
    return tf.constant((np.arange(n) * 7 % 11 - 5).reshape(shape).astype(dtype))


x = image(2, 4, 5, 2)
boxes = tf.constant([[0.0, 0.0, 1.0, 1.0], [0.1, 0.2, 0.8, 0.6], [-0.2, 0.3, 0.5, 1.2], [0.9, 0.8, 0.1, 0.3]])
which = tf.constant([0, 1, 1, 0])
many = np.array([[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, -0.1, 1, 0.9], [0, 10, 1, 11], [0, 10.1, 1, 11.1], [1, 101, 0, 100]], np.float32)
scores = np.array([0.9, 0.75, 0.6, 0.95, 0.5, 0.3], np.float32)
seen = tf.constant([[[0.2, 0.1, 0.7, 0.6], [0.5, 0.5, 0.9, 1.0]]])

# %% crop-and-resize
show(tf.image.crop_and_resize(x, boxes, which, [3, 2]), tf.image.crop_and_resize(x, boxes, which, [1, 4], extrapolation_value=9.0))
show(tf.image.crop_and_resize(x, boxes, which, [2, 3], method="nearest"), tf.image.crop_and_resize(tf.cast(x + 5, tf.uint8), boxes[:1], [1], [2, 2]))

# %% crop-and-resize-gradients
for method in ("bilinear", "nearest"):
    with tf.GradientTape() as tape:
        tape.watch([x, boxes])
        total = tf.reduce_sum(tf.image.crop_and_resize(x, boxes, which, [2, 3], method) ** 2)
    show(*[g for g in tape.gradient(total, [x, boxes])][:1 if method == "nearest" else 2])

# %% crop-and-resize-gradients-of-integers
with tf.GradientTape() as tape:
    tape.watch(boxes)
    total = tf.reduce_sum(tf.image.crop_and_resize(tf.cast(x, tf.int32), boxes, which, [1, 2]))
show(tape.gradient(total, boxes))

# %% crop-and-resize-refusals
fails(tf.image.crop_and_resize, x[0], boxes, which, [2, 2])
fails(tf.image.crop_and_resize, x, boxes[0], which, [2, 2])
fails(tf.image.crop_and_resize, x, boxes[:, :3], which, [2, 2])
fails(tf.image.crop_and_resize, x, boxes, which[:2], [2, 2])
fails(tf.image.crop_and_resize, x, boxes, [0, 1, 2, 0], [2, 2])
fails(tf.image.crop_and_resize, x, boxes, which, [2, 0])
fails(tf.image.crop_and_resize, x, boxes, which, [2, 2, 2])
fails(tf.image.crop_and_resize, x, boxes, which, [2, 2], method="area")

# %% crop-and-resize-in-a-graph
@tf.function(autograph=False)
def step(x, boxes, which, size):
    return tf.image.crop_and_resize(x, boxes, which, [2, 2]), tf.image.crop_and_resize(x, boxes, which, size)

print(step.get_concrete_function(tf.TensorSpec([None, 4, 5, 2]), tf.TensorSpec([None, 4]), tf.TensorSpec([4], tf.int32), tf.TensorSpec([2], tf.int32)).structured_outputs)
show(*step(x, boxes, which, tf.constant([1, 1])))
fails(tf.function(lambda: tf.image.crop_and_resize(x[0], boxes, which, [2, 2])))

# %% extract-patches
show(tf.image.extract_patches(x, [1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1], "VALID"), tf.image.extract_patches(x[:1], [1, 3, 2, 1], [1, 3, 3, 1], [1, 1, 2, 1], "SAME"))
show(tf.image.extract_patches(tf.cast(x[:1, :2], tf.int32), sizes=[1, 1, 2, 1], strides=[1, 1, 2, 1], rates=[1, 1, 1, 1], padding="VALID"))

# %% extract-patches-gradient
with tf.GradientTape() as outer:
    outer.watch(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        total = tf.reduce_sum(tf.image.extract_patches(x, [1, 3, 2, 1], [1, 2, 1, 1], [1, 1, 1, 1], "SAME") ** 3)
    first = tape.gradient(total, x)
    second = tf.reduce_sum(first ** 2)
show(first, tf.reduce_sum(outer.gradient(second, x)))

# %% extract-patches-in-a-graph
step = tf.function(lambda x: tf.image.extract_patches(x, [1, 2, 2, 1], [1, 1, 2, 1], [1, 1, 1, 1], "SAME"), autograph=False)
print(step.get_concrete_function(tf.TensorSpec([None, 4, None, 3])).structured_outputs)
fails(tf.image.extract_patches, x[0], [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "SAME")
fails(tf.image.extract_patches, x, [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "FULL")

# %% draw-bounding-boxes
canvas = tf.zeros([1, 4, 5, 3])
show(tf.image.draw_bounding_boxes(canvas, [[[0.0, 0.0, 0.7, 0.9], [0.3, 0.3, 1.0, 1.0]]], None))
show(tf.image.draw_bounding_boxes(canvas[..., :1], [[[-0.5, 0.2, 0.6, 1.5], [0.6, 0.5, 0.2, 0.1]]], [[0.25], [0.5]]))
fails(tf.image.draw_bounding_boxes, canvas[0], boxes[None], None)
fails(tf.image.draw_bounding_boxes, canvas, boxes, None)
fails(tf.image.draw_bounding_boxes, canvas[..., :2], boxes[None], None)
fails(tf.image.draw_bounding_boxes, tf.cast(canvas, tf.uint8), boxes[None], None)

# %% non-max-suppression
show(tf.image.non_max_suppression(many, scores, 3), tf.image.non_max_suppression(many, scores, 10, 0.2), tf.image.non_max_suppression(many, scores, 10, score_threshold=0.7))
show(tf.image.non_max_suppression(many, scores, 0), tf.image.non_max_suppression(many[:0], scores[:0], 3), tf.image.non_max_suppression(many, np.ones(6, np.float32), 4))
print(tf.function(tf.image.non_max_suppression).get_concrete_function(tf.TensorSpec([None, 4]), tf.TensorSpec([None]), 5).structured_outputs)

# %% non-max-suppression-refusals
fails(tf.image.non_max_suppression, many[0], scores, 3)
fails(tf.image.non_max_suppression, many[:, :3], scores, 3)
fails(tf.image.non_max_suppression, many, scores[:2], 3)
fails(tf.image.non_max_suppression, many, scores[:, None], 3)
fails(tf.image.non_max_suppression, many, scores, [3])
fails(tf.image.non_max_suppression, many, scores, 3, 1.5)
fails(tf.image.non_max_suppression, many, scores, -1)

# %% non-max-suppression-with-scores
show(*tf.image.non_max_suppression_with_scores(many, scores, 4), *tf.image.non_max_suppression_with_scores(many, scores, 6, soft_nms_sigma=0.5))
show(*tf.image.non_max_suppression_with_scores(many, scores, 6, iou_threshold=1.0, score_threshold=0.3, soft_nms_sigma=0.2))
fails(tf.image.non_max_suppression_with_scores, many, scores, 4, soft_nms_sigma=-1.0)

# %% non-max-suppression-overlaps
overlaps = np.array([[1, 0.6, 0.2], [0.6, 1, 0.7], [0.2, 0.7, 1]], np.float32)
show(tf.image.non_max_suppression_overlaps(overlaps, scores[:3], 3), tf.image.non_max_suppression_overlaps(overlaps, scores[:3], 3, 0.65, 0.7))
fails(tf.image.non_max_suppression_overlaps, overlaps[:2], scores[:3], 3)
fails(tf.image.non_max_suppression_overlaps, overlaps, scores[:2], 3)

# %% non-max-suppression-padded
C = tf.constant
show(*tf.image.non_max_suppression_padded(C(many), C(scores), 4, tile_size=4), *tf.image.non_max_suppression_padded(C(many), C(scores), 5, pad_to_max_output_size=True, tile_size=4))
batch = C(np.stack([many / 12, many[::-1] / 12])), C(np.stack([scores, scores]))
show(*tf.image.non_max_suppression_padded(*batch, 3, 0.4, 0.35, pad_to_max_output_size=True, tile_size=8))
order = np.argsort(-scores)
show(*tf.image.non_max_suppression_padded(C(many[order]), C(scores[order]), 4, sorted_input=True, canonicalized_coordinates=True, tile_size=2))
fails(tf.image.non_max_suppression_padded, *batch, 3)

# %% combined-non-max-suppression
b = np.stack([many[:4, None], many[2:, None] / 9])
s = np.stack([np.stack([scores[:4], scores[2:]], 1), np.stack([scores[2:], scores[:4] / 2], 1)])
print(tf.image.combined_non_max_suppression(b, s, 2, 3))
show(*tf.image.combined_non_max_suppression(b, s, 2, 9, 0.3, 0.35, pad_per_class=True, clip_boxes=False))
show(*tf.image.combined_non_max_suppression(np.concatenate([b, b[:, ::-1]], 2), s, 3, 4))
print(tf.function(tf.image.combined_non_max_suppression).get_concrete_function(tf.TensorSpec([2, None, 1, 4]), tf.TensorSpec([2, None, 3]), 5, 7).structured_outputs)

# %% combined-non-max-suppression-refusals
b, s = many[None, :, None], scores[None, :, None]
fails(tf.image.combined_non_max_suppression, b[0], s, 2, 3)
fails(tf.image.combined_non_max_suppression, b, s[0], 2, 3)
fails(tf.image.combined_non_max_suppression, b, s, 0, 3)
fails(tf.image.combined_non_max_suppression, b, s, 2, 0)
fails(tf.image.combined_non_max_suppression, b, s, 2, 3, iou_threshold=2.0)
fails(tf.image.combined_non_max_suppression, b[:, :2], s, 2, 3)

# %% sample-distorted-bounding-box
for seed in range(4):
    show(*tf.image.stateless_sample_distorted_bounding_box([60, 80, 3], seen, [seed, 7], 0.4, [0.5, 2.0], [0.1, 0.9]))
print(tf.image.stateless_sample_distorted_bounding_box(tf.constant([9, 7, 1], tf.int64), seen, [1, 2]))

# %% sample-distorted-bounding-box-with-a-state
tf.random.set_seed(3)
for _ in range(3):
    show(*tf.image.sample_distorted_bounding_box([60, 80, 3], seen, seed=5, min_object_covered=0.1))

@tf.function
def step():
    begin, size, box = tf.image.sample_distorted_bounding_box([60, 80, 3], seen, seed=5, max_attempts=9)
    return tf.slice(tf.ones([60, 80, 3]), begin, size), box

print(step.get_concrete_function().structured_outputs)
for _ in range(2):
    part, box = step()
    show(tf.shape(part), box)
show(*tf.image.sample_distorted_bounding_box([4, 5, 3], tf.zeros([0, 0, 4]), seed=1, area_range=[1.0, 1.0], aspect_ratio_range=[1.0, 1.25], use_image_if_no_bounding_boxes=True))
print(tf.image.sample_distorted_bounding_box([4, 5, 3], seen).size.shape)

# %% sample-distorted-bounding-box-refusals
fails(tf.image.sample_distorted_bounding_box, [4, 5, 3], tf.zeros([1, 0, 4]), seed=1)
fails(tf.image.sample_distorted_bounding_box, [4, 5], seen, seed=1)
fails(tf.image.sample_distorted_bounding_box, [4, 5, 3], seen[0], seed=1)
fails(tf.image.sample_distorted_bounding_box, [4, 5, 3], seen, seed=1, min_object_covered=-1.0)
fails(tf.image.sample_distorted_bounding_box, [4, 5, 3], seen, seed=1, min_object_covered=2.0)
fails(tf.image.sample_distorted_bounding_box, [4, 5, 3], seen + 1, seed=1)
fails(tf.image.sample_distorted_bounding_box, [4, 5, 3], seen[..., :3], seed=1)
fails(tf.image.sample_distorted_bounding_box, [4, 5, 3], seen, seed=1, area_range=[0.1, 2.0])
fails(tf.image.sample_distorted_bounding_box, [4, 5, 3], seen, seed=1, area_range=[0.1])
fails(tf.image.sample_distorted_bounding_box, [4, 5, 3], seen, seed=1, aspect_ratio_range=[0.0, 1.0])
fails(tf.image.sample_distorted_bounding_box, [4, 5, 3], seen, seed=1, max_attempts=0)

# %% differences-of-pixels
show(*tf.image.image_gradients(x[:1]), tf.image.total_variation(x), tf.image.total_variation(x[0]), tf.image.sobel_edges(x[:1, :3, :3]))
fails(tf.image.image_gradients, x[0])
fails(tf.image.total_variation, x[0, 0])

# %% brightness-and-differences-of-colour
colours = tf.constant([[[0.2, 0.5, 0.9], [1.0, 0.0, 0.25]]])
show(tf.image.rgb_to_yuv(colours), tf.image.yuv_to_rgb(colours), tf.image.rgb_to_yiq(colours), tf.image.yiq_to_rgb(colours))
