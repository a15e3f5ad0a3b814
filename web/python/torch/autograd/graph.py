"""The recorded graph as a program may walk it: from a tensor's `grad_fn` by `next_functions` to the leaves."""

import json
import weakref

from sconce_face import bridge

from .._tensor import face

_classes = {}
# A step that somebody holds is one object, however it was reached.
_alive = weakref.WeakValueDictionary()


class Node:
    """The step of the graph that made a tensor; its class is named after the operation's gradient."""

    __slots__ = ("__weakref__", "_graph", "_place")

    def name(self):
        """The name of this step."""
        return type(self).__name__

    @property
    def next_functions(self):
        """Where the gradients go: for each argument a pair of its step, or None, and the number of that step's result."""
        return tuple((self._graph.step(place), output) for place, output in self._graph.steps()[self._place][2])

    @property
    def metadata(self):
        """Notes of whoever looks at the graph."""
        return self._graph.notes.setdefault(self._place, {})

    def __repr__(self):
        return f"<{type(self).__name__} object at {id(self):#x}>"


class AccumulateGrad(Node):
    """The end of a path: what adds a gradient to a leaf's `.grad`."""

    __slots__ = ("variable",)
    next_functions = ()

    def name(self):
        """The name of this step."""
        return "torch::autograd::AccumulateGrad"


AccumulateGrad.__module__ = "builtins"


class _Graph:
    """The steps behind one tensor, fetched when first looked at; `first` made the tensor."""

    def __init__(self, tensor, first):
        self._tensor, self._first, self._steps, self._leaves, self.notes = tensor, weakref.ref(first), None, (), {}

    def steps(self):
        if self._steps is None:
            found = json.loads(bridge.grad_graph(self._tensor._handle))
            self._leaves = [face.wrap(handle) for handle in found["leaves"]]
            self._steps = found["steps"]
            _alive.setdefault(self._steps[0][0], self._first())
            for step in list(self._steps):
                if step[1] == "AddmmBackward0" and len(step[2]) == 3:
                    self._turn(step)
        return self._steps

    def _turn(self, linear):
        """A linear layer is a step of its own here; torch adds the bias to a product with the transposed weight."""
        data, weight, bias = linear[2]
        self._steps.append([-linear[0], "TBackward0", [weight]])
        linear[2] = [bias, data, [len(self._steps) - 1, 0]]

    def step(self, place):
        if place == -1:
            return None
        if place < -1:
            return leaf_step(self._leaves[-2 - place])
        number, name, _ = self.steps()[place]
        if name.startswith("#"):
            return _own(name)
        found = _alive.get(number)
        if found is None:
            found = _alive[number] = _made(name)
            found._graph, found._place = self, place
        return found


def _own(name):
    """The step that a program's own Function made."""
    from . import _walks

    return _walks.find(int(name[1:]))


def _made(name):
    if name not in _classes:
        _classes[name] = type(name, (Node,), {"__slots__": (), "__module__": "builtins"})
    return _classes[name]()


def leaf_step(leaf):
    """The step that adds to the gradient of `leaf`."""
    key = "leaf", leaf.data_ptr()
    found = _alive.get(key)
    if found is None:
        found = _alive[key] = AccumulateGrad()
        found.variable = leaf
    return found


def step_of(tensor):
    """The step that made a tensor which is no leaf."""
    name = bridge.grad_fn_name(tensor._handle)
    if name.startswith("#"):
        return _own(name)
    key = "of", tensor._handle
    found = _alive.get(key)
    if found is None:
        found = _alive[key] = _made(name)
        found._graph, found._place = _Graph(tensor, found), 0
    return found
