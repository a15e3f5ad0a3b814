// What stands between the brackets of x[...], resolved against the extents of x.
#pragma once

#include "engine/kernels/scalar/pick.hpp"
#include "engine/ops/views.hpp"

namespace sconce {

// The window that ints, slices, None and Ellipsis cut out, and the index tensors that pick from its dims.
struct IndexWindow {
    Shape shape;
    Strides strides;
    std::int64_t offset = 0;
    // One a dim of the window, empty where nothing is picked. torch's masks stand whole at the first of their dims, NumPy's are
    // already integers.
    TensorList picks;
    // The axis of x behind each dim, for NumPy's error texts.
    std::vector<int> axes;
    bool advanced = false;
    // A slice, None or Ellipsis stands between two picks (NumPy's rule; torch goes by the window's dims).
    bool separated = false;
    // NumPy copies where a zero-dimensional array stands in an int's place.
    bool copies = false;
    // torch's name for the last of the views it would go through; empty where there is none.
    std::string_view step_name;
    // The index is one torch mask and basic items.
    bool sole_mask = false;
};

// Throws ErrorKind::index (and ErrorKind::argument for a slice's step) in the dialect's words. torch passes over slices that keep
// everything, but for a slice alone that is read: `lone_slice_views`.
IndexWindow index_window(Dialect dialect, const Shape& shape, const Strides& strides, std::int64_t offset,
                         const IndexList& items, bool lone_slice_views = true);

// The picks of a window, broadcast together and turned into places.
struct IndexPicks {
    // Extents of the result: dims before the picked ones, the picks' common shape, dims after.
    Shape before;
    Shape picked;
    Shape after;
    Strides before_strides;
    Strides after_strides;
    kernels::Places places;

    Shape result_shape() const;
};

IndexPicks index_picks(Dialect dialect, const IndexWindow& window);

// The plan that moves elements between a window and a block of the result's shape with the given strides.
kernels::PickLayout pick_layout(const IndexPicks& picks, const Strides& block);

// The coordinates of the nonzero elements, one int64 tensor (n,) a dim, in row-major order.
TensorList nonzero_columns(const Tensor& tensor);

// x[items]. Not recorded.
Tensor indexed(Dialect dialect, const Tensor& self, const IndexList& items);

// x[items] with index tensors alone, one for each of the first dims.
IndexList tensor_items(const TensorList& tensors);

}  // namespace sconce
