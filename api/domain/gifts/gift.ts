import { t } from "../../../config/language/t.ts";
import { DAY_MS, indianDay, parseIndianTime } from "../days.ts";
import type { MessageState } from "../messages/message-states.ts";

export const GIFT_NAME_CHARACTERS = 50;
export const GIFT_MESSAGE_CHARACTERS = 300;
const GIFT_DAYS_AHEAD = 365;

/**
 * A gift as the shopper entered it. `recipientEmail`: "" for none; `recipientPhone`: ten digits, or null for none. One of the two
 * is there. `sendOn` is a day in India such as "2026-11-08"; null for at once.
 */
export type Gift = {
  recipientName: string;
  recipientEmail: string;
  recipientPhone: string | null;
  message: string;
  sendOn: string | null;
};

/**
 * Serialises a gift for a cart line. Equal gifts give equal texts; "" means no gift. A gift without a number has the text of the
 * versions that had no numbers.
 */
export function storeGift(gift: Gift | null): string {
  if (gift === null) return "";
  const { recipientName, recipientEmail, recipientPhone, message, sendOn } = gift;
  const phone = recipientPhone === null ? [] : [recipientPhone];
  return JSON.stringify([recipientName, recipientEmail, message, sendOn, ...phone]);
}

export function readGift(stored: string): Gift | null {
  if (stored === "") return null;
  const [recipientName, recipientEmail, message, sendOn, recipientPhone = null] = JSON.parse(stored);
  return { recipientName, recipientEmail, recipientPhone, message, sendOn };
}

/**
 * The reason against sending a gift on a day; undefined if there is none. The day must not be past, and at most a year from `now`
 * (ms). At least half of the validity, which begins at the purchase, must remain.
 */
export function sendOnProblem(sendOn: string, validityDays: number, now: number): string | undefined {
  if (sendOn < indianDay(now)) return t("api.giftDayPast");
  if (sendOn > indianDay(now + GIFT_DAYS_AHEAD * DAY_MS)) return t("api.giftDayFar");
  const last = indianDay(now + Math.floor(validityDays / 2) * DAY_MS);
  return sendOn > last ? t("api.giftDayLate", { date: last }) : undefined;
}

/**
 * The due time of the mail for a gift (ms): at nine in the morning of its day in India; at once if that is past or no day was
 * chosen.
 */
export const giftDueAt = (sendOn: string | null, now: number) =>
  sendOn === null ? now : Math.max(now, parseIndianTime(`${sendOn}T09:00:00`));

/** The state of a gift. `waiting`: no voucher issued yet; `refunded`: none will be issued. */
export type GiftState = "waiting" | "refunded" | "scheduled" | "sent" | "opened";

type Facts = { opened_at: number | null; sent_at: number | null; due_at: number | null; line_status: string };

export function giftState({ opened_at, sent_at, due_at, line_status }: Facts): GiftState {
  if (opened_at !== null) return "opened";
  if (sent_at !== null) return "sent";
  if (due_at !== null) return "scheduled";
  return line_status === "refund_due" ? "refunded" : "waiting";
}

/** The way of a message to the recipient's phone, as far as the provider has reported it. */
export type PhoneState = "waiting" | "sent" | "delivered" | "failed";

const PHONE_STATES: Record<MessageState, PhoneState> = {
  waiting: "waiting",
  sending: "waiting",
  accepted: "sent",
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  failed: "failed",
  dropped: "failed",
};

/** Null for a gift whose newest link is in a mail. */
export const phoneState = ({ message_state }: { message_state: MessageState | null }): PhoneState | null =>
  message_state === null ? null : PHONE_STATES[message_state];
