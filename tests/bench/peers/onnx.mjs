// As much of ONNX's protobuf as a graph of a few nodes takes. Numbers of fields are those of onnx.proto.

const [varintType, bytesType, floatType] = [0, 2, 5];

function varint(value) {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes = [];
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}
const integer = (field, value) => [...varint((field << 3) | varintType), ...varint(value)];
const bytes = (field, content) => [...varint((field << 3) | bytesType), ...varint(content.length), ...content];
const text = (field, value) => bytes(field, new TextEncoder().encode(value));
const message = (field, ...parts) => bytes(field, parts.flat());
const float = (field, value) => [
  ...varint((field << 3) | floatType),
  ...new Uint8Array(new Float32Array([value]).buffer),
];

const float32 = 1;
const int64 = 7;
const attributeTypes = { float: 1, int: 2 };

const attribute = ([name, value]) =>
  Number.isInteger(value)
    ? message(5, text(1, name), integer(3, value), integer(20, attributeTypes.int))
    : message(5, text(1, name), float(2, value), integer(20, attributeTypes.float));

const node = ({ opType, inputs, outputs, attributes }) =>
  message(
    1,
    inputs.flatMap((name) => text(1, name)),
    outputs.flatMap((name) => text(2, name)),
    text(4, opType),
    Object.entries(attributes).flatMap(attribute),
  );

/** A list of whole numbers as an initializer. */
const constant = ([name, values]) =>
  message(
    5,
    integer(1, values.length),
    integer(2, int64),
    values.flatMap((value) => integer(7, value)),
    text(8, name),
  );

const tensorOf = (field, [name, shape]) => {
  const extents = shape.flatMap((extent) => message(1, integer(1, extent)));
  return message(field, text(1, name), message(2, message(1, integer(1, float32), message(2, extents))));
};

export function encodeModel({ nodes, inputs, constants, outputs, opset }) {
  const irVersion = opset >= 23 ? 11 : 10;
  return Uint8Array.from([
    ...integer(1, irVersion),
    ...message(
      7,
      nodes.flatMap(node),
      text(2, "workload"),
      Object.entries(constants).flatMap(constant),
      Object.entries(inputs).flatMap((one) => tensorOf(11, one)),
      Object.entries(outputs).flatMap((one) => tensorOf(12, one)),
    ),
    ...message(8, text(1, ""), integer(2, opset)),
  ]);
}
