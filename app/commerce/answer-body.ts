import { MAX_ANSWER_BYTES } from "#app/base/constants.ts";

import { type CallError, fail, type Result, succeed } from "./result.ts";

/** Reads a body as text; null beyond `maxBytes`. */
export async function readLimited(body: AsyncIterable<Buffer> & { destroy(): unknown }, maxBytes = MAX_ANSWER_BYTES) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) {
      body.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
}

/** Parses an answer; an empty body is undefined. */
export function parseJson(text: string): Result<unknown> {
  if (text.trim() === "") return succeed(undefined);
  try {
    return succeed(JSON.parse(text));
  } catch {
    return fail({ kind: "shape" });
  }
}

/** Reads a refusal: listed string fields only, cleaned and shortened (docs/product.md, 11.1). */
export function toStatusError(status: number, text: string): CallError {
  const parsed = parseJson(text);
  const json = parsed.ok && typeof parsed.value === "object" && parsed.value !== null ? parsed.value : {};
  const body = json as Record<string, unknown>;
  const details =
    typeof body.details === "object" && body.details !== null ? (body.details as Record<string, unknown>) : {};
  const words = [
    details.errorMessage,
    body.errorMessage,
    body.details,
    body.detail,
    body.message,
    body.error_description,
  ];
  const errors = typeof body.errors === "object" && body.errors !== null ? body.errors : body;
  return {
    kind: "status",
    status,
    text: words.map(clean).find((word) => word !== null) ?? null,
    code: clean(body.error),
    description: clean(body.error_description),
    fields: Object.fromEntries(
      Object.entries(errors).flatMap(([field, value]) => {
        const word = clean(Array.isArray(value) ? value[0] : value);
        return word === null ? [] : [[field, word]];
      }),
    ),
  };
}

function clean(value: unknown) {
  if (typeof value !== "string") return null;
  const text = value
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ")
    .trim()
    .slice(0, 200);
  return text === "" ? null : text;
}
