import type { Request } from "express";

/** The one-time code in a call's body; undefined if there is none. */
export function readCode({ body }: Request): string | undefined {
  const code: unknown = (body as { code?: unknown } | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}
