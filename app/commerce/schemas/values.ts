/**
 * Reads the answers of docs/commerce-api.md leniently. Numbers may be strings; lists and optional fields may be missing or null.
 * Unknown fields are dropped, and a bad item is skipped. The results have the shop's own names.
 */

import { z } from "zod";

import { INDIA_OFFSET_SECONDS, PLACEHOLDER_PHONE } from "#app/base/constants.ts";
import { parseRupees } from "#app/base/money.ts";

import { mayOmit, sentAs } from "./wire.ts";

export const MAX_TEXT = 20_000;

/** Any value or none. */
export const anything = z.unknown().default(null);

// The contract's form of each value, if the storefront also reads others.
export const Id = z
  .union([z.string().min(1), z.int()], { error: "expected a string or an integer" })
  .meta({ id: "Id" });
export const Rupees = z
  .number()
  .min(0)
  .meta({ id: "Rupees", description: "Rupees with at most two decimals, such as 449.5." });
const Price = z.number().gt(0).meta({ id: "Price", description: "As Rupees, and more than 0." });
export const Coins = z
  .number()
  .min(0)
  .meta({ id: "Coins", description: "Coins with at most two decimals; a coin is worth a rupee." });
const Time = z.iso
  .datetime({ offset: true, error: "expected ISO 8601 with a zone" })
  .meta({ id: "Time", description: "ISO 8601 with a zone. Without one it is read as India time." });

export const text = sentAs(
  z.union([z.string(), z.number()]).transform((value) => String(value).slice(0, MAX_TEXT)),
  z.string(),
);
export const optionalText = sentAs(
  z
    .union([z.string(), z.number()])
    .transform((value) => String(value).slice(0, MAX_TEXT))
    .catch(""),
  z.string(),
);
export const maybeText = sentAs(
  z
    .union([z.string(), z.number()])
    .transform(String)
    .catch("")
    .transform((value) => value || null),
  z.string().nullable(),
);
/** A phone number; empty for the placeholder of the sign-up. */
export const phone = sentAs(
  optionalText.transform((sent) => (sent === PLACEHOLDER_PHONE ? "" : sent)),
  z.string(),
);
export const id = sentAs(z.union([z.string().min(1), z.number()]).transform(String), Id);
export const maybeId = mayOmit(sentAs(maybeText, Id));
export const flag = sentAs(z.union([z.boolean(), z.literal([0, 1]), z.stringbool()]).transform(Boolean), z.boolean());

/** Rupees on the wire become integer paise; coins become hundredths. */
export const money = sentAs(
  anything.transform((value, context) => {
    const paise = parseRupees(value);
    if (paise !== null) return paise;
    context.addIssue({ code: "custom", message: "is not an amount" });
    return z.NEVER;
  }),
  Rupees,
);
/** The price of a card: more than nothing. */
export const price = sentAs(
  money.refine((paise) => paise > 0, { error: "is not a price" }),
  Price,
);
export const maybeMoney = sentAs(anything.transform(parseRupees), Rupees.nullable());
export const coins = sentAs(
  anything.transform((value) => parseRupees(value) ?? 0),
  Coins,
);
/** Positive for credits, negative for debits. */
export const coinMovement = sentAs(
  anything.transform((value) => {
    const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
    return text.startsWith("-") ? -coins.parse(text.slice(1)) : coins.parse(value);
  }),
  z.number(),
);

/** A larger value is not a number of cards. */
const MAX_QUANTITY = 999_999;

/** The number of cards to pay for. */
export const quantity = sentAs(
  z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(1).max(MAX_QUANTITY)),
  z.int().min(1),
);
/** The number of cards in a past order, only to show it; null if the backend omits it. */
export const soldQuantity = mayOmit(sentAs(quantity.nullable().catch(null), z.int().min(1)));

/** Epoch ms, or null for an invalid time. A timestamp without a zone is India time. */
export const time = sentAs(
  anything.transform((value) => {
    if (typeof value === "number") return toValidTime(value > 1e11 ? value : value * 1000);
    if (typeof value !== "string") return null;
    const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(value.trim());
    const isDateOnly = /^\d{4}-\d{2}-\d{2}$/.test(value.trim());
    const parsed = Date.parse(hasZone || isDateOnly ? value : `${value.trim().replace(" ", "T")}Z`);
    if (Number.isNaN(parsed)) return null;
    return hasZone ? parsed : parsed - INDIA_OFFSET_SECONDS * 1000;
  }),
  Time,
);

const toValidTime = (ms: number) => (Number.isNaN(new Date(ms).getTime()) ? null : ms);

/** Extension: a whole number of cards, or null if it is not one. */
export const cardsLeft = sentAs(
  z
    .union([z.number(), z.string()])
    .transform((value) => (/^\d{1,6}$/.test(String(value)) ? Number(value) : null))
    .nullable()
    .catch(null),
  z.int().min(0).nullable(),
);
