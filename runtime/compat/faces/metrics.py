"""`tf.compat.v1.metrics`."""

from runtime.compat.modelling.metrics.counts import (auc, false_negatives, false_negatives_at_thresholds, false_positives,  # noqa: F401
                                                     false_positives_at_thresholds, precision, precision_at_thresholds, recall,
                                                     recall_at_thresholds, sensitivity_at_specificity, specificity_at_sensitivity,
                                                     true_negatives, true_negatives_at_thresholds, true_positives,
                                                     true_positives_at_thresholds)
from runtime.compat.modelling.metrics.means import (accuracy, mean, mean_absolute_error, mean_cosine_distance, mean_iou,  # noqa: F401
                                                    mean_per_class_accuracy, mean_relative_error, mean_squared_error, mean_tensor,
                                                    percentage_below, root_mean_squared_error)
from runtime.compat.modelling.metrics.top import (average_precision_at_k, precision_at_k, precision_at_top_k, recall_at_k,  # noqa: F401
                                                  recall_at_top_k, sparse_average_precision_at_k, sparse_precision_at_k)
from runtime.core.absent import absent_from

__getattr__ = absent_from("tf.compat.v1.metrics")
