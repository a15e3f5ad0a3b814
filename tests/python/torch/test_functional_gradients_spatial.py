"""Gradients of convolutions, pooling, borders, resizing and sliding blocks."""

import torch
import torch.nn.functional as F
from _gradients import check, r

image, line = r(1, 2, 3, 4), r(1, 2, 5)
check([
    (lambda x, w, b: F.conv1d(x, w, b, 2, 1, 2), (line, r(3, 2, 2), r(3))),
    (lambda x, w, b: F.conv2d(x, w, b, (2, 1), (1, 0), 1, 2), (image, r(4, 1, 3, 2), r(4))),
    (lambda x, w: F.conv2d(x, w, padding="same"), (image, r(2, 2, 2, 4))),
    (lambda x, w: F.conv3d(x, w, padding=1), (r(1, 1, 2, 3, 2), r(1, 1, 2, 2, 2))),
    (lambda x, w, b: F.conv_transpose1d(x, w, b, 2, 1, 1), (line, r(2, 3, 3), r(3))),
    (lambda x, w: F.conv_transpose2d(x, w, stride=1, output_padding=1, dilation=2), (image, r(2, 2, 2, 2))),
    (lambda x: F.max_pool1d(x, 2), (line,)),
    (lambda x: F.max_pool2d(x, (3, 2), 1, 1), (image,)),
    (lambda x: F.avg_pool1d(x, 3, 2, 1, True, False), (line,)),
    (lambda x: F.avg_pool2d(x, 2, 1, 1, False, True, 3), (image,)),
    (lambda x: F.adaptive_avg_pool2d(x, (3, 2)), (image,)),
    (lambda x: F.adaptive_max_pool2d(x, (3, 2)), (image,)),
    *[(lambda x, mode=mode: F.pad(x, (2, 1, 1, 0), mode), (image,)) for mode in ("constant", "reflect", "replicate", "circular")],
    (lambda x: F.pad(x, (-1, 2), "circular"), (line,)),
    *[(lambda x, mode=mode: F.interpolate(x, (5, 3), mode=mode), (image,)) for mode in ("nearest", "bilinear", "bicubic", "area")],
    (lambda x: F.interpolate(x, scale_factor=1.7, mode="linear", align_corners=True), (line,)),
    (lambda x: F.unfold(x, (2, 3), 1, 1, 2), (image,)),
    (lambda x: F.fold(x, (4, 5), 2), (r(1, 4, 12),)),
    (lambda x: F.pixel_shuffle(x, 2), (r(1, 4, 2, 3),)),
    (lambda x: F.pixel_unshuffle(x, 2), (r(1, 1, 4, 2),)),
    (lambda x: F.channel_shuffle(x, 2), (r(1, 4, 3),)),
    (lambda x, g: F.grid_sample(x, g, padding_mode="border", align_corners=False), (r(1, 2, 3, 4), (torch.rand(1, 2, 2, 2).double() - 0.5).requires_grad_())),
])
