import compile from "icu-minify/compile";

/** The type of a value in a message. A tag is a function of the parts between its tags. */
export type ValueKind = "text" | "number" | "tag" | `one of ${string}`;

type Node = string | number | unknown[];

const SELECT = 1;
const PLURAL = 2;

/**
 * The values that a message needs, by name, in the order of their names.
 * @throws Error if the message is malformed, or contains a date or a number with a format
 */
export function valuesOf(text: string): Record<string, ValueKind> {
  const values: Record<string, ValueKind> = {};
  read(compile(text) as Node, values);
  return Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function read(message: Node, values: Record<string, ValueKind>) {
  if (!Array.isArray(message)) return;
  for (const node of message as Node[]) if (Array.isArray(node)) readNode(node, values);
}

function readNode([name, kind, ...rest]: unknown[], values: Record<string, ValueKind>) {
  const value = String(name);
  if (kind === undefined) values[value] ??= "text";
  else if (kind === SELECT || kind === PLURAL) {
    const choices = rest[0] as Record<string, Node>;
    values[value] = kind === PLURAL ? "number" : `one of ${Object.keys(choices).sort().join(", ")}`;
    for (const choice of Object.values(choices)) read(choice, values);
  } else if (typeof kind === "number" && kind > PLURAL) {
    throw new Error(`{${value}} has a format: format it before, and pass a text`);
  } else {
    values[value] = "tag";
    read([kind, ...rest] as Node, values);
  }
}
