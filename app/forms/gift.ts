import {
  GIFT_AHEAD_SECONDS,
  GIFT_MESSAGE_MAX_CHARACTERS,
  GIFT_NAME_MAX_CHARACTERS,
  INDIA_OFFSET_SECONDS,
} from "#app/base/constants.ts";

import { t } from "../../config/language/t.ts";
import { LANDLINE, MOBILE_DIGITS } from "../../config/typed/phone.ts";
import { emailRules } from "./person.ts";
import type { FieldRules, FormRules } from "./rules.ts";

export const giftLabels = () => ({
  gift_name: t("product.giftName"),
  gift_phone: t("product.giftPhone"),
  gift_email: t("product.giftEmail"),
  gift_message: t("product.giftMessage"),
  gift_date: t("product.giftDate"),
});

export type GiftField = keyof ReturnType<typeof giftLabels>;

/** The first and last delivery day of a gift, in India: "2026-11-08". */
export type GiftDays = { first: string; last: string };

const dayOf = (at: number) => new Date(at + INDIA_OFFSET_SECONDS * 1000).toISOString().slice(0, 10);

export const giftDays = (now: number): GiftDays => ({
  first: dayOf(now),
  last: dayOf(now + GIFT_AHEAD_SECONDS * 1000),
});

const anything: FieldRules = { reads: "text", checks: [] };

/** Only mobile numbers receive messages. `email`: the name of the field that makes this one optional. */
const recipientPhoneRules = (email: string): FieldRules => ({
  required: t("product.giftRecipientMissing"),
  unless: email,
  reads: "phone",
  checks: [
    { kind: "not", pattern: LANDLINE, message: t("ui.landline") },
    { kind: "pattern", pattern: MOBILE_DIGITS, message: t("ui.enterMobile") },
  ],
});

const recipientEmailRules = (hasPhone: boolean): FieldRules => ({
  ...emailRules(""),
  required: hasPhone ? undefined : t("product.giftEmailMissing"),
});

/** 'Send again' in the order history. `hasPhone`: with a field for a number. */
export const sendAgainRules = (hasPhone: boolean) =>
  ({
    phone: hasPhone ? recipientPhoneRules("email") : anything,
    email: recipientEmailRules(hasPhone),
  }) satisfies FormRules;

const NO_GIFT = {
  gift_name: anything,
  gift_phone: anything,
  gift_email: anything,
  gift_message: anything,
  gift_date: anything,
};

/** 'Send as Gift' on the product page. `days` is null if it is not chosen; the fields may then contain anything. */
export const giftRules = (days: GiftDays | null, hasPhone: boolean): Record<GiftField, FieldRules> =>
  days
    ? ({
        gift_name: {
          required: t("product.giftNameMissing"),
          reads: "line",
          checks: [
            { kind: "pattern", pattern: /^\P{Cc}*$/u, message: t("product.giftNameUnreadable") },
            {
              kind: "max",
              characters: GIFT_NAME_MAX_CHARACTERS,
              message: t("product.giftNameTooLong", { most: GIFT_NAME_MAX_CHARACTERS }),
            },
          ],
        },
        gift_phone: hasPhone ? recipientPhoneRules("gift_email") : anything,
        gift_email: recipientEmailRules(hasPhone),
        gift_message: {
          reads: "text",
          checks: [
            {
              kind: "max",
              characters: GIFT_MESSAGE_MAX_CHARACTERS,
              message: t("product.giftMessageTooLong", { most: GIFT_MESSAGE_MAX_CHARACTERS }),
            },
          ],
        },
        gift_date: {
          reads: "text",
          checks: [
            { kind: "day", message: t("product.noDay") },
            { kind: "day", first: days.first, message: t("product.dayTooEarly") },
            { kind: "day", last: days.last, message: t("product.dayTooLate") },
          ],
        },
      } satisfies FormRules)
    : NO_GIFT;

export const toGift = (form: Record<GiftField, string>) => ({
  recipientName: form.gift_name,
  recipientEmail: form.gift_email,
  recipientPhone: form.gift_phone,
  message: form.gift_message,
  sendOn: form.gift_date || null,
});
