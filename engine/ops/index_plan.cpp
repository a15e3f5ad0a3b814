#include "engine/ops/index_plan.hpp"

#include <algorithm>
#include <optional>

#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;
using Kind = IndexItem::Kind;

bool is_mask(Dialect dialect, const Tensor& tensor) {
    return tensor.dtype() == Dtype::boolean || (dialect == Dialect::torch && tensor.dtype() == Dtype::uint8);
}

// A zero-dimensional integer tensor stands for the integer itself.
bool is_integer(Dialect dialect, const IndexItem& item) {
    return item.kind == Kind::integer || (item.kind == Kind::tensor && item.tensor.ndim() == 0 &&
                                          !is_floating(item.tensor.dtype()) && !is_mask(dialect, item.tensor));
}

Int integer_of(const IndexItem& item) {
    return item.kind == Kind::integer ? item.integer : item.tensor.item().integer();
}

// A bool scalar, or a zero-dimensional mask: a new dim of extent one, kept or dropped.
bool is_flag(Dialect dialect, const IndexItem& item) {
    return item.kind == Kind::boolean ||
           (item.kind == Kind::tensor && item.tensor.ndim() == 0 && is_mask(dialect, item.tensor));
}

bool flag_of(const IndexItem& item) {
    return item.kind == Kind::boolean ? item.integer != 0 : item.tensor.item().to<bool>();
}

// Dims of x that an item uses up.
Int consumed(Dialect dialect, const IndexItem& item) {
    if (is_flag(dialect, item) || item.kind == Kind::new_axis || item.kind == Kind::ellipsis) {
        return 0;
    }
    return item.kind == Kind::tensor && is_mask(dialect, item.tensor) ? item.tensor.ndim() : 1;
}

void check_kinds(Dialect dialect, const IndexList& items) {
    bool ellipsis = false;
    for (const IndexItem& item : items) {
        if (item.kind == Kind::ellipsis && dialect == Dialect::numpy) {
            if (ellipsis) {
                throw Error(ErrorKind::index, "an index can only have a single ellipsis ('...')");
            }
            ellipsis = true;
        }
        if (item.kind == Kind::tensor && is_floating(item.tensor.dtype())) {
            throw Error(ErrorKind::index, dialect == Dialect::torch
                                              ? "tensors used as indices must be long, int, byte or bool tensors"
                                              : "arrays used as indices must be of integer (or boolean) type");
        }
    }
}

Int checked_place(Dialect dialect, Int place, Int extent, std::size_t position) {
    if (place < -extent || place >= extent) {
        throw Error(ErrorKind::index, "index " + std::to_string(place) + " is out of bounds for " +
                                          (dialect == Dialect::torch ? "dimension " : "axis ") +
                                          std::to_string(position) + " with size " + std::to_string(extent));
    }
    return place < 0 ? place + extent : place;
}

struct Range {
    Int start = 0;
    Int step = 1;
    Int count = 0;
};

// Python's slice.indices: bounds clipped to the extent, counted from the end where negative.
Range slice_range(Dialect dialect, const IndexItem& item, Int extent) {
    const Int step = item.step.value_or(1);
    if (step == 0) {
        throw Error(ErrorKind::argument, "slice step cannot be zero");
    }
    if (step < 0 && dialect == Dialect::torch) {
        throw Error(ErrorKind::argument, "step must be greater than zero");
    }
    const Int lowest = step > 0 ? 0 : -1;
    const Int highest = step > 0 ? extent : extent - 1;
    const auto bound = [&](const std::optional<Int>& given, Int fallback) {
        return !given ? fallback : std::clamp(*given < 0 ? *given + extent : *given, lowest, highest);
    };
    const Int start = bound(item.start, step > 0 ? lowest : highest);
    const Int stop = bound(item.stop, step > 0 ? highest : lowest);
    const Int distance = step > 0 ? stop - start : start - stop;
    const Int stride = step > 0 ? step : -(step + 1) + 1;
    return {start, step, distance > 0 ? (distance - 1) / stride + 1 : 0};
}

// Walks the items from left to right, laying dims into the window.
class WindowBuilder {
  public:
    WindowBuilder(Dialect dialect, const Shape& shape, const Strides& strides, Int offset)
        : dialect_(dialect), shape_(shape), strides_(strides) {
        window_.offset = offset;
    }

    IndexWindow build(const IndexList& items, bool lone_slice_views) {
        check_kinds(dialect_, items);
        keeps_whole_slices_ = lone_slice_views && items.size() == 1;
        Int used = 0;
        for (const IndexItem& item : items) {
            used += consumed(dialect_, item);
            window_.advanced = window_.advanced || is_flag(dialect_, item) ||
                               (item.kind == Kind::tensor && !is_integer(dialect_, item));
        }
        check_count(items, used);
        bool expanded = false;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (items[i].kind == Kind::ellipsis) {
                note_gap();
                for (Int rest = expanded ? 0 : ndim() - used; rest > 0; --rest) {
                    keep();
                }
                expanded = true;
            } else {
                add(items[i], i);
            }
        }
        while (axis_ < shape_.size()) {
            keep();
        }
        window_.sole_mask = masks_ == 1 && picks_ == 1;
        return std::move(window_);
    }

  private:
    Int ndim() const { return static_cast<Int>(shape_.size()); }

    void check_count(const IndexList& items, Int used) const {
        if (used <= ndim()) {
            return;
        }
        if (dialect_ == Dialect::numpy) {
            throw Error(ErrorKind::index, "too many indices for array: array is " + std::to_string(ndim()) +
                                              "-dimensional, but " + std::to_string(used) + " were indexed");
        }
        if (ndim() == 0 && items.size() == 1 && items[0].kind == Kind::integer) {
            checked_place(dialect_, items[0].integer, items[0].integer == 0 ? 1 : 0, 0);
            throw Error(
                ErrorKind::index,
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to "
                "convert a 0-dim tensor to a number");
        }
        if (ndim() == 0 && items.size() == 1 && items[0].kind == Kind::slice) {
            throw Error(ErrorKind::index, "slice() cannot be applied to a 0-dim tensor.");
        }
        throw Error(ErrorKind::index, "too many indices for tensor of dimension " + std::to_string(ndim()));
    }

    void add(const IndexItem& item, std::size_t position) {
        if (is_integer(dialect_, item)) {
            add_integer(item, position);
        } else if (is_flag(dialect_, item)) {
            lay(1, 0, -1);
            pick(Tensor::full({flag_of(item) ? 1 : 0}, 0, Dtype::int64));
            window_.step_name = "UnsqueezeBackward0";
        } else if (item.kind == Kind::slice) {
            add_slice(item);
        } else if (item.kind == Kind::new_axis) {
            note_gap();
            const bool inner = axis_ < shape_.size();
            lay(1, inner ? shape_[axis_] * strides_[axis_] : 1, -1);
            window_.step_name = "UnsqueezeBackward0";
        } else if (dialect_ == Dialect::numpy && is_mask(dialect_, item.tensor)) {
            add_numpy_mask(item.tensor);
        } else {
            keep();
            pick(item.tensor);
            if (is_mask(dialect_, item.tensor)) {
                ++masks_;
                for (int d = 1; d < item.tensor.ndim(); ++d) {
                    keep();
                }
            }
        }
    }

    void add_integer(const IndexItem& item, std::size_t position) {
        const Int place = integer_of(item);
        const Int extent = shape_[axis_];
        const Int checked = checked_place(dialect_, place, extent, dialect_ == Dialect::torch ? position : axis_);
        // Next to index arrays NumPy takes an int for one of them.
        if (dialect_ == Dialect::numpy && window_.advanced) {
            keep();
            pick(Tensor::full({}, checked, Dtype::int64));
            return;
        }
        window_.copies = window_.copies || item.kind == Kind::tensor;
        window_.offset += checked * strides_[axis_];
        window_.step_name = "SelectBackward0";
        ++axis_;
    }

    void add_slice(const IndexItem& item) {
        note_gap();
        const Int extent = shape_[axis_];
        const Range range = slice_range(dialect_, item, extent);
        window_.offset += range.count == 0 ? 0 : range.start * strides_[axis_];
        lay(range.count, strides_[axis_] * range.step, static_cast<int>(axis_));
        ++axis_;
        const bool whole = item.start.value_or(0) == 0 && item.stop.value_or(extent) >= extent && range.step == 1;
        if (!whole || keeps_whole_slices_) {
            window_.step_name = "SliceBackward0";
        }
    }

    void add_numpy_mask(const Tensor& mask) {
        for (int d = 0; d < mask.ndim(); ++d) {
            const Int extent = shape_[axis_ + static_cast<std::size_t>(d)];
            // NumPy lets an empty mask pass whatever the extent.
            if (mask.size(d) != extent && mask.size(d) > 0) {
                throw Error(ErrorKind::index, "boolean index did not match indexed array along axis " +
                                                  std::to_string(axis_ + static_cast<std::size_t>(d)) +
                                                  "; size of axis is " + std::to_string(extent) +
                                                  " but size of corresponding boolean axis is " +
                                                  std::to_string(mask.size(d)));
            }
        }
        for (const Tensor& column : nonzero_columns(mask)) {
            keep();
            pick(column);
        }
    }

    // The next dim of x as it is.
    void keep() {
        lay(shape_[axis_], strides_[axis_], static_cast<int>(axis_));
        ++axis_;
    }

    void lay(Int extent, Int stride, int axis) {
        window_.shape.push_back(extent);
        window_.strides.push_back(stride);
        window_.axes.push_back(axis);
        window_.picks.emplace_back();
    }

    void pick(const Tensor& tensor) {
        window_.picks.back() = tensor;
        window_.separated = window_.separated || gap_;
        ++picks_;
    }

    void note_gap() { gap_ = gap_ || picks_ > 0; }

    Dialect dialect_;
    const Shape& shape_;
    const Strides& strides_;
    std::size_t axis_ = 0;
    int picks_ = 0;
    int masks_ = 0;
    bool gap_ = false;
    bool keeps_whole_slices_ = false;
    IndexWindow window_;
};

// torch's masks as the coordinates of what they keep; every other pick as it is, one entry a dim of the window.
TensorList without_masks(const IndexWindow& window) {
    TensorList result;
    while (result.size() < window.picks.size()) {
        const Tensor& pick = window.picks[result.size()];
        if (!pick || !is_mask(Dialect::torch, pick)) {
            result.push_back(pick);
            continue;
        }
        for (std::size_t d = 0; d < pick.shape().size(); ++d) {
            const std::size_t at = result.size() + d;
            if (pick.shape()[d] != window.shape[at]) {
                throw Error(ErrorKind::index, "The shape of the mask " + torch_text(pick.shape()) + " at index " +
                                                  std::to_string(d) +
                                                  " does not match the shape of the indexed tensor " +
                                                  torch_text(window.shape) + " at index " + std::to_string(at));
            }
        }
        for (const Tensor& column : nonzero_columns(pick)) {
            result.push_back(column);
        }
    }
    return result;
}

Shape common_shape(Dialect dialect, const TensorList& picks) {
    Shape shape;
    try {
        for (const Tensor& pick : picks) {
            if (pick) {
                shape = broadcast_shapes(dialect, shape, pick.shape());
            }
        }
    } catch (const Error&) {
        std::string text = dialect == Dialect::torch
                               ? "shape mismatch: indexing tensors could not be broadcast together with shapes "
                               : "shape mismatch: indexing arrays could not be broadcast together with shapes ";
        bool first = true;
        for (const Tensor& pick : picks) {
            // NumPy names the arrays, not the ints beside them.
            if (!pick || (dialect == Dialect::numpy && pick.ndim() == 0)) {
                continue;
            }
            if (dialect == Dialect::torch) {
                text += (first ? "" : ", ") + torch_text(pick.shape());
            } else {
                text += numpy_text(pick.shape()) + " ";
            }
            first = false;
        }
        throw Error(ErrorKind::index, text);
    }
    return shape;
}

// Adds index * stride of one pick to every place.
void add_places(Dialect dialect, const Tensor& pick, const Shape& picked, Int extent, Int stride, std::size_t position,
                std::vector<Int>& places) {
    const Tensor indices = converted(pick, Dtype::int64);
    const Strides source = broadcast_strides(indices.shape(), indices.strides(), picked);
    const Strides target = contiguous_strides(picked);
    const auto plan = kernels::make_plan<2>(picked, {&source, &target});
    const int inner = plan.ndim - 1;
    kernels::for_each_run(plan, [&](Int n, const std::array<Int, 2>& at) {
        const Int* from = indices.data<Int>() + at[0];
        Int* to = places.data() + at[1];
        for (Int i = 0; i < n; ++i) {
            to[i * plan.stride[1][inner]] +=
                checked_place(dialect, from[i * plan.stride[0][inner]], extent, position) * stride;
        }
    });
}

}  // namespace

IndexWindow index_window(Dialect dialect, const Shape& shape, const Strides& strides, Int offset,
                         const IndexList& items, bool lone_slice_views) {
    return WindowBuilder(dialect, shape, strides, offset).build(items, lone_slice_views);
}

Shape IndexPicks::result_shape() const {
    Shape shape = before;
    shape.insert(shape.end(), picked.begin(), picked.end());
    shape.insert(shape.end(), after.begin(), after.end());
    return shape;
}

IndexPicks index_picks(Dialect dialect, const IndexWindow& window) {
    const bool torch = dialect == Dialect::torch;
    const TensorList picks = torch ? without_masks(window) : window.picks;
    IndexPicks result;
    result.picked = common_shape(dialect, picks);
    bool adjacent = true;
    std::optional<std::size_t> last;
    for (std::size_t d = 0; d < window.shape.size(); ++d) {
        if (picks[d]) {
            adjacent = adjacent && (!last || *last + 1 == d);
            last = d;
        }
    }
    // Picks side by side leave their dims in place; apart from each other they come first.
    bool passed = torch ? !adjacent : window.separated;
    for (std::size_t d = 0; d < window.shape.size(); ++d) {
        if (picks[d]) {
            passed = true;
            continue;
        }
        (passed ? result.after : result.before).push_back(window.shape[d]);
        (passed ? result.after_strides : result.before_strides).push_back(window.strides[d]);
    }
    const Int count = element_count(result.picked);
    result.places.table.resize(static_cast<std::size_t>(count), 0);
    // Where no element is read torch looks at no index.
    const bool unread = torch && element_count(result.result_shape()) == 0;
    std::size_t number = 0;
    for (std::size_t d = 0; d < window.shape.size(); ++d) {
        const Int extent = window.shape[d];
        if (!picks[d]) {
            continue;
        }
        if (count != 0 && extent == 0 && torch) {
            throw Error(ErrorKind::index, "index is out of bounds for dimension with size 0");
        }
        // torch counts the dims that are picked from, NumPy the array's own axes.
        const std::size_t position = torch ? number : static_cast<std::size_t>(std::max(window.axes[d], 0));
        if (!unread) {
            add_places(dialect, picks[d], result.picked, extent, window.strides[d], position, result.places.table);
        }
        ++number;
    }
    return result;
}

kernels::PickLayout pick_layout(const IndexPicks& picks, const Strides& block) {
    const auto split_at = [&](std::size_t from, std::size_t count) {
        return Strides(block.begin() + static_cast<std::ptrdiff_t>(from),
                       block.begin() + static_cast<std::ptrdiff_t>(from + count));
    };
    const Strides outer = split_at(0, picks.before.size());
    const Strides middle = split_at(picks.before.size(), picks.picked.size());
    const Strides inner = split_at(picks.before.size() + picks.picked.size(), picks.after.size());
    return {.outer = kernels::make_plan<2>(picks.before, {&picks.before_strides, &outer}),
            .inner = kernels::make_plan<2>(picks.after, {&picks.after_strides, &inner}),
            .count = element_count(picks.picked),
            .window = picks.places,
            .block = kernels::places_of(picks.picked, middle)};
}

TensorList nonzero_columns(const Tensor& tensor) {
    const Tensor mask = prepared(tensor, Dtype::boolean);
    const bool* flags = mask.data<bool>();
    const Int total = mask.numel();
    const Int count = std::count(flags, flags + total, true);
    TensorList columns;
    for (int d = 0; d < mask.ndim(); ++d) {
        columns.push_back(Tensor::empty({count}, Dtype::int64));
    }
    Int row = 0;
    for (Int i = 0; i < total; ++i) {
        if (!flags[i]) {
            continue;
        }
        Int rest = i;
        for (int d = mask.ndim() - 1; d >= 0; --d) {
            columns[static_cast<std::size_t>(d)].data<Int>()[row] = rest % mask.size(d);
            rest /= mask.size(d);
        }
        ++row;
    }
    return columns;
}

Tensor indexed(Dialect dialect, const Tensor& self, const IndexList& items) {
    const IndexWindow window = index_window(dialect, self.shape(), self.strides(), self.offset(), items);
    if (!window.advanced) {
        const Tensor view = self.view_as(window.shape, window.strides, window.offset);
        return window.copies && dialect == Dialect::numpy
                   ? copy_with_strides(view, view.dtype(), contiguous_strides(view.shape()))
                   : view;
    }
    const IndexPicks picks = index_picks(dialect, window);
    const Tensor result = Tensor::empty(picks.result_shape(), self.dtype());
    const kernels::PickLayout layout = pick_layout(picks, result.strides());
    const Tensor base = self.view_as(window.shape, window.strides, window.offset);
    visit_storage(self.dtype(), [&]<class T>(TypeTag<T>) {
        kernels::for_each_pick(layout, base.data<T>(), result.data<T>(), [](const T& from, T& to) { to = from; });
    });
    return result;
}

IndexList tensor_items(const TensorList& tensors) {
    IndexList items;
    for (const Tensor& tensor : tensors) {
        IndexItem item;
        item.kind = Kind::tensor;
        item.tensor = tensor;
        items.push_back(std::move(item));
    }
    return items;
}

}  // namespace sconce
