// Just enough of ONNX to write a graph: protobuf by hand, as the format is a few nested messages (onnx.proto, IR version 8).

type Message = Uint8Array;

const TYPES = { float: 1, int64: 7, bool: 9 } as const;
type Type = keyof typeof TYPES;

export type OnnxTensor = {
  readonly name: string;
  readonly type: Type;
  readonly dims: readonly number[];
  readonly data: Uint8Array;
};
/** A name stands for a dimension that is not known beforehand. */
export type OnnxValue = { readonly name: string; readonly type: Type; readonly dims: readonly (number | string)[] };
export type OnnxNode = {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, number | readonly number[] | OnnxGraph>>;
};
export type OnnxGraph = {
  readonly nodes: readonly OnnxNode[];
  readonly constants?: readonly OnnxTensor[];
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
};

export function onnxBytes(graph: OnnxGraph): Uint8Array {
  const opset = join(text(1, ""), number(2, 13));
  return join(number(1, 8), nested(7, graphMessage(graph)), nested(8, opset));
}

function graphMessage({ nodes, constants = [], inputs, outputs }: OnnxGraph): Message {
  return join(
    ...nodes.map((node) => nested(1, nodeMessage(node))),
    text(2, "graph"),
    ...constants.map((tensor) => nested(5, tensorMessage(tensor))),
    ...inputs.map((value) => nested(11, valueMessage(value))),
    ...outputs.map((value) => nested(12, valueMessage(value))),
  );
}

function nodeMessage({ op, inputs, outputs, attributes = {} }: OnnxNode): Message {
  return join(
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => nested(5, attributeMessage(name, value))),
  );
}

function attributeMessage(name: string, value: number | readonly number[] | OnnxGraph): Message {
  if (typeof value === "number") return join(text(1, name), number(3, value), number(20, 2));
  if ("nodes" in value) return join(text(1, name), nested(6, graphMessage(value)), number(20, 5));
  return join(text(1, name), ...value.map((item) => number(8, item)), number(20, 7));
}

function tensorMessage({ name, type, dims, data }: OnnxTensor): Message {
  return join(...dims.map((dim) => number(1, dim)), number(2, TYPES[type]), text(8, name), nested(9, data));
}

function valueMessage({ name, type, dims }: OnnxValue): Message {
  const shape = join(...dims.map((dim) => nested(1, typeof dim === "number" ? number(1, dim) : text(2, dim))));
  return join(text(1, name), nested(2, nested(1, join(number(1, TYPES[type]), nested(2, shape)))));
}

function text(field: number, value: string): Message {
  return nested(field, new TextEncoder().encode(value));
}

function nested(field: number, content: Message): Message {
  return join(varint(field * 8 + 2), varint(content.length), content);
}

function number(field: number, value: number): Message {
  return join(varint(field * 8), varint(value));
}

function varint(value: number): Message {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.of(...bytes, rest);
}

function join(...parts: readonly Message[]): Message {
  return Buffer.concat(parts);
}
