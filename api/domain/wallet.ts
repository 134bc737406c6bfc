import type { Channel } from "../../config/brand/messages.ts";
import { beginOfDay, dayNumber } from "./days.ts";

/** The ways in which a shopper may be reminded of cards that expire. */
export const REMINDER_WAYS = ["mail", "whatsapp", "sms", "none"] as const;
export type ReminderWay = (typeof REMINDER_WAYS)[number];

/** For shoppers who have not chosen. */
export const DEFAULT_WAY: ReminderWay = "mail";

export const isPhoneWay = (way: string | null): way is Channel => way === "whatsapp" || way === "sms";

/** The days before the expiry on which the owner is reminded, the first one first. */
export const REMINDER_DAYS = [30, 7] as const;
export type ReminderDays = (typeof REMINDER_DAYS)[number];

/** Reminders go out in the morning: a phone must not ring at midnight. */
const HOUR_OF_DAY_MS = 10 * 60 * 60 * 1000;

/** The time (ms) at which a card that ends at `expiresAt` is due for a reminder: ten in the morning in India, so many days before. */
export const remindAt = (expiresAt: number, days: number) => beginOfDay(dayNumber(expiresAt) - days) + HOUR_OF_DAY_MS;

/** Cards that end before this time (ms) are due for a reminder at `now`. */
export const remindedEnd = (now: number, days: number) => beginOfDay(dayNumber(now - HOUR_OF_DAY_MS) + days + 1);

type Owned = { used_at: number | null; archived_at: number | null; amount_left: number | null };

/** False for cards that their owner has put aside or spent: nobody is reminded of these. */
export const isLive = ({ used_at, archived_at, amount_left }: Owned) =>
  used_at === null && archived_at === null && amount_left !== 0;

export const SUBJECT_SEPARATOR = ":";

/** Names a reminder in the outbox: the first of its cards, and the days. */
export const reminderSubject = (voucherId: string, days: ReminderDays) => `${voucherId}${SUBJECT_SEPARATOR}${days}`;

/** The days of a reminder that is named so. */
export const daysOfSubject = (subject: string): ReminderDays =>
  REMINDER_DAYS.find((days) => subject.endsWith(`${SUBJECT_SEPARATOR}${days}`))!;
