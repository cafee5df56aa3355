"""Pictures in Keras: what Pillow reads and writes, and transforms whose numbers Keras has from SciPy. Needs Pillow."""

import io
import sys
import tarfile
import warnings

import numpy as np
import pytest

import runtime as tf

image, utils = tf.keras.preprocessing.image, tf.keras.utils
PICTURE = (np.random.RandomState(0).rand(5, 6, 2) * 255).astype("float32")
COLOURED = np.random.RandomState(1).randint(0, 255, (6, 5, 3)).astype("uint8")
AXES = {"row_axis": 0, "col_axis": 1, "channel_axis": 2}

TURNED = {  # by Keras with SciPy 1.17: (fill mode, order) → some of the pixels of a turned picture, and of integers that are shifted far
    ("nearest", 0): ([201.89, 134.868, 117.677, 203.785, 198.43, 32.876, 170.026], [80, 92, 80, 92, 80, 92, 80]),
    ("nearest", 1): ([201.89, 136.486, 151.807, 181.662, 124.703, 48.143, 150.161], [80, 92, 80, 92, 80, 92, 80]),
    ("constant", 0): ([7.0, 7.0, 7.0, 203.785, 198.43, 7.0, 170.026], [0, 0, 0, 0, 0, 0, 0]),
    ("constant", 1): ([7.0, 7.0, 7.0, 181.662, 124.703, 7.0, 150.161], [0, 0, 0, 0, 0, 0, 0]),
    ("reflect", 0): ([201.89, 227.402, 117.677, 203.785, 198.43, 32.876, 170.026], [53, 64, 118, 64, 177, 171, 4]),
    ("reflect", 1): ([159.802, 194.027, 177.226, 181.662, 124.703, 48.143, 150.161], [129, 100, 118, 95, 120, 142, 61]),
    ("wrap", 0): ([156.084, 227.402, 18.114, 203.785, 198.43, 157.318, 170.026], [36, 157, 170, 26, 18, 199, 116]),
    ("wrap", 1): ([110.879, 211.181, 66.138, 181.662, 124.703, 159.914, 150.161], [42, 177, 138, 87, 100, 162, 170]),
}


@pytest.fixture
def pillow():
    return pytest.importorskip("PIL.Image")


@pytest.mark.parametrize("mode, order", TURNED)
def test_transforms_give_the_pixels_that_scipy_gives(mode, order):
    floats, integers = TURNED[mode, order]
    turned = image.apply_affine_transform(PICTURE, theta=33, tx=1.5, ty=-2, shear=10, zx=0.7, zy=1.3, fill_mode=mode, cval=7.0,
                                          order=order, **AXES)
    np.testing.assert_allclose(turned.ravel()[::9], floats, atol=2e-3)
    shifted = image.apply_affine_transform(PICTURE.astype("uint8"), tx=-9.25, ty=13.5, fill_mode=mode, order=order, **AXES)
    assert shifted.dtype == np.uint8 and shifted.ravel()[::9].tolist() == integers


def test_orders_that_need_splines_are_refused():
    with pytest.raises(NotImplementedError, match="order 0 or 1, not 3"):
        image.apply_affine_transform(PICTURE, theta=1, order=3, **AXES)


def test_random_transforms_draw_from_numpy():
    np.random.seed(3)
    angle = np.random.uniform(-40, 40)
    np.random.seed(3)
    turned = image.random_rotation(PICTURE, 40, **AXES)
    np.testing.assert_array_equal(turned, image.apply_affine_transform(PICTURE, theta=angle, **AXES))


def test_arrays_become_pictures_and_arrays_again(pillow):
    assert utils.array_to_img(COLOURED, scale=False).mode == "RGB"
    assert utils.array_to_img(np.ones((2, 2, 4))).mode == "RGBA"
    assert utils.array_to_img(COLOURED[:, :, :1] * 1.0).mode == "L"
    assert utils.array_to_img(COLOURED[:, :, :1] * 9.0, scale=False).mode == "I"
    np.testing.assert_array_equal(utils.img_to_array(utils.array_to_img(COLOURED, scale=False)), COLOURED)
    spread = utils.img_to_array(utils.array_to_img(COLOURED / 510 + 3))
    assert spread.min() == 0 and spread.max() == 255


@pytest.mark.parametrize("array, text", [(np.ones((2, 2)), "rank 3"), (np.ones((2, 2, 5)), "Unsupported channel number: 5")])
def test_arrays_that_are_no_pictures_are_refused(pillow, array, text):
    with pytest.raises(ValueError, match=text):
        utils.array_to_img(array)


def test_pictures_are_written_and_read(pillow, tmp_path):
    path = tmp_path / "a.png"
    utils.save_img(path, COLOURED, scale=False)
    np.testing.assert_array_equal(utils.img_to_array(utils.load_img(path)), COLOURED)
    assert utils.load_img(str(path), color_mode="grayscale").mode == "L"
    assert utils.load_img(io.BytesIO(path.read_bytes()), color_mode="rgba").mode == "RGBA"
    assert utils.load_img(path, target_size=(3, 4), interpolation="bilinear").size == (4, 3)
    assert utils.load_img(path, target_size=(3, 2), keep_aspect_ratio=True).size == (2, 3)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        utils.save_img(tmp_path / "b.jpg", np.ones((2, 2, 4)))
    assert "converting to RGB" in str(caught[0].message) and utils.load_img(tmp_path / "b.jpg").mode == "RGB"


@pytest.mark.parametrize("options, error", [({"color_mode": "x"}, ValueError), ({"target_size": (1, 1), "interpolation": "x"}, ValueError)])
def test_bad_arguments_of_pictures(pillow, tmp_path, options, error):
    utils.save_img(tmp_path / "a.png", COLOURED)
    with pytest.raises(error):
        utils.load_img(tmp_path / "a.png", **options)
    with pytest.raises(TypeError, match="path-like"):
        utils.load_img(3)


def test_without_pillow_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    for use in (lambda: utils.load_img("a.png"), lambda: utils.array_to_img(COLOURED), lambda: image.apply_brightness_shift(COLOURED, 2.0)):
        with pytest.raises(ImportError, match=r"pip install pylint-graphlint\[images\]"):
            use()


def test_pictures_become_brighter(pillow):
    np.testing.assert_array_equal(image.apply_brightness_shift(COLOURED, 0.5, scale=False), np.trunc(COLOURED * 0.5))


def test_generators_read_folders(pillow, tmp_path):
    for number, name in enumerate(("cats", "dogs")):
        (tmp_path / name).mkdir()
        for i in range(3):
            utils.save_img(tmp_path / name / f"{i}.png", np.full((4, 4, 3), number * 100 + i), scale=False)
    generator = image.ImageDataGenerator(rescale=0.5, validation_split=0.4)
    batches = generator.flow_from_directory(tmp_path, target_size=(4, 4), shuffle=False, batch_size=4)
    pictures, classes = next(batches)
    assert batches.class_indices == {"cats": 0, "dogs": 1} and len(batches) == 2
    assert pictures[:, 0, 0, 0].tolist() == [0, 0.5, 1, 50] and classes.argmax(1).tolist() == [0, 0, 0, 1]
    assert generator.flow_from_directory(tmp_path, subset="validation", class_mode="sparse").filenames == ["cats/0.png", "dogs/0.png"]
    pictures, again = next(generator.flow_from_directory(tmp_path, target_size=(2, 2), class_mode="input", color_mode="grayscale",
                                                         save_to_dir=tmp_path))
    assert pictures.shape == (6, 2, 2, 1) and np.array_equal(pictures, again) and len(list(tmp_path.glob("*.png"))) == 6
    with pytest.raises(NotImplementedError, match="flow_from_directory"):
        generator.flow_from_dataframe(None)


def test_archives_do_not_leave_their_folder(tmp_path):
    (tmp_path / "evil").write_text("out")
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        archive.add(tmp_path / "evil", "../../outside")
        archive.add(tmp_path / "evil", "inside")
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc"
        archive.addfile(link)
    with pytest.warns(UserWarning, match="Skipping invalid path"):
        folder = utils.get_file(origin=f"file://{tmp_path}/a.tar", cache_dir=tmp_path, extract=True)
    assert not list(tmp_path.rglob("outside")) and not list(tmp_path.rglob("link"))
    assert open(f"{folder}/inside").read() == "out"


def test_bounding_boxes_are_refused():
    with pytest.raises(NotImplementedError, match="no bounding boxes"):
        tf.keras.layers.RandomFlip()({"images": np.ones((1, 2, 2, 3)), "bounding_boxes": {"boxes": np.ones((1, 1, 4)), "labels": [[1]]}})
