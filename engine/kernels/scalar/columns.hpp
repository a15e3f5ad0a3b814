// Sliding blocks of an image as the columns of a matrix, and back: what makes a convolution a matrix product.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace sconce::kernels {

// (channels, in...) against (channels, kernel..., out...), with three spatial dims; fewer lie last, behind extents of 1.
struct BlockPlan {
    using Triple = std::array<std::int64_t, 3>;
    std::int64_t channels = 1;
    Triple in{1, 1, 1};
    Triple kernel{1, 1, 1};
    Triple out{1, 1, 1};
    Triple stride{1, 1, 1};
    Triple padding{0, 0, 0};
    Triple dilation{1, 1, 1};

    static std::int64_t volume(const Triple& extents) { return extents[0] * extents[1] * extents[2]; }
    std::int64_t rows() const { return channels * volume(kernel); }
    std::int64_t columns() const { return volume(out); }
    // Where output `o` and kernel place `k` meet the image along dim `d`; outside it in the padding.
    std::int64_t place(std::size_t d, std::int64_t o, std::int64_t k) const {
        return o * stride[d] - padding[d] + k * dilation[d];
    }
    // Whether the columns are the image as it lies.
    bool is_identity() const { return volume(kernel) == 1 && stride == Triple{1, 1, 1} && padding == Triple{0, 0, 0}; }
};

// Calls run(row, column, image place, first, last) for each line of outputs along the last dim: those in [first, last) lie
// inside the image, one `stride` apart from the image place of output 0; a line outside has first == last.
template <class Run>
void for_each_line(const BlockPlan& plan, Run run) {
    const std::int64_t width = plan.in[2];
    const std::int64_t step = plan.stride[2];
    std::int64_t row = 0;
    for (std::int64_t c = 0; c < plan.channels; ++c) {
        for (std::int64_t a = 0; a < plan.kernel[0]; ++a) {
            for (std::int64_t b = 0; b < plan.kernel[1]; ++b) {
                for (std::int64_t k = 0; k < plan.kernel[2]; ++k, ++row) {
                    const std::int64_t origin = plan.place(2, 0, k);
                    const std::int64_t first = std::min(plan.out[2], origin >= 0 ? 0 : (-origin + step - 1) / step);
                    const std::int64_t end =
                        origin >= width ? 0 : std::min(plan.out[2], (width - 1 - origin) / step + 1);
                    const std::int64_t last = std::max(first, end);
                    std::int64_t column = 0;
                    for (std::int64_t i = 0; i < plan.out[0]; ++i) {
                        const std::int64_t z = plan.place(0, i, a);
                        for (std::int64_t j = 0; j < plan.out[1]; ++j, column += plan.out[2]) {
                            const std::int64_t y = plan.place(1, j, b);
                            const bool inside = z >= 0 && z < plan.in[0] && y >= 0 && y < plan.in[1];
                            const std::int64_t base = ((c * plan.in[0] + z) * plan.in[1] + y) * width + origin;
                            run(row, column, base, inside ? first : 0, inside ? last : 0);
                        }
                    }
                }
            }
        }
    }
}

// columns (rows, columns) from image (channels, in...); 0 in the padding
template <class T>
void gather_columns(const BlockPlan& plan, const T* image, T* columns) {
    const std::int64_t count = plan.columns();
    const std::int64_t width = plan.out[2];
    const std::int64_t step = plan.stride[2];
    for_each_line(plan,
                  [=](std::int64_t row, std::int64_t column, std::int64_t base, std::int64_t first, std::int64_t last) {
                      T* to = columns + row * count + column;
                      std::fill(to, to + first, T{});
                      if (step == 1) {
                          std::copy(image + base + first, image + base + last, to + first);
                      } else {
                          for (std::int64_t o = first; o < last; ++o) {
                              to[o] = image[base + o * step];
                          }
                      }
                      std::fill(to + last, to + width, T{});
                  });
}

// image (channels, in...) += every column's elements where they came from
template <class T>
void scatter_columns(const BlockPlan& plan, const T* columns, T* image) {
    const std::int64_t count = plan.columns();
    const std::int64_t step = plan.stride[2];
    for_each_line(plan,
                  [=](std::int64_t row, std::int64_t column, std::int64_t base, std::int64_t first, std::int64_t last) {
                      const T* from = columns + row * count + column;
                      for (std::int64_t o = first; o < last; ++o) {
                          image[base + o * step] += from[o];
                      }
                  });
}

}  // namespace sconce::kernels
