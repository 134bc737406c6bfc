import { z } from "zod";

import { Unreachable } from "../../base/unreachable.ts";
import { findCardProblems } from "../../domain/cards/card.ts";
import { INDIA_ZONE } from "../../domain/days.ts";
import type { SuppliedCard, SupplyView } from "../../ports/voucher-supplier.ts";
import { parseWireJson, type RemoteAnswer } from "../../remote/call-remote.ts";

/** A text, or the sent text of a number (parseWireJson). */
export const WireText = z.string();
export const OptionalText = WireText.nullish().transform((text) => text || null);

/** Adds an issue for each part of a card that cannot be sold: the shop then treats the answer as unreadable. */
export function checkCard(card: SuppliedCard, context: z.RefinementCtx): SuppliedCard {
  for (const { field, reason } of findCardProblems(card))
    context.addIssue({ code: "custom", path: [field], message: reason });
  return card;
}

/** Reads an answer's JSON by a schema. @throws Unreachable for another shape */
export function readAnswer<Schema extends z.ZodType>(name: string, schema: Schema, { text }: RemoteAnswer) {
  const parsed = schema.safeParse(parseWireJson(name, text));
  if (parsed.success) return parsed.data;
  // The path only: the value may be a card.
  const places = parsed.error.issues.map(({ path }) => path.join(".") || "the answer").join(", ");
  throw new Unreachable(`${name} answered another shape than expected: ${places}`);
}

/** A field of an answer that may not be JSON at all, such as an error from a proxy. */
export function tryToRead<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(parseWireJson("", text)).data;
  } catch {
    return undefined;
  }
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A date counts to its end in India; a time without a zone is an Indian time. @returns ms; null for anything else */
export function parseExpiry(text: string | null): number | null {
  const match = DATE.exec(text ?? "");
  if (!match) return null;
  const [, day, time = "23:59:59", zone = INDIA_ZONE] = match;
  const at = Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(at) ? null : at;
}

export const refused = (reason: SupplyView["reason"], supplierRef: string | null = null): SupplyView => ({
  state: "refused",
  supplierRef,
  cards: [],
  reason,
  cost: null,
});

export const working = (supplierRef: string | null): SupplyView => ({
  state: "working",
  supplierRef,
  cards: [],
  reason: null,
  cost: null,
});

export const UNKNOWN: SupplyView = { state: "unknown", supplierRef: null, cards: [], reason: null, cost: null };
