import { type Answer, Refusal } from "../wire/vendor.ts";
import type { WhatsAppFailure } from "./account.ts";

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
const fail = (code: number, title: string, details = title): WhatsAppFailure => ({ code, title, details });

export const NOT_ON_WHATSAPP = fail(131026, "Message undeliverable", "Message Undeliverable.");
export const PAUSED = fail(132015, "Template is Paused", "The template has a low quality.");
export const SOMETHING_WRONG = fail(131000, "Something went wrong");
export const HELD_BACK = fail(131049, "This message was not delivered to maintain healthy ecosystem engagement");

export const WHATSAPP_FAILURES: Record<string, WhatsAppFailure> = {
  "Not on WhatsApp": NOT_ON_WHATSAPP,
  "Template paused": PAUSED,
  "Something went wrong": SOMETHING_WRONG,
};

export const errorAnswer = (status: number, { code, title, details }: WhatsAppFailure): Answer => ({
  status,
  body: {
    error: {
      message: `(#${code}) ${title}`,
      type: "OAuthException",
      code,
      error_data: { messaging_product: "whatsapp", details },
      fbtrace_id: "Az8or2yhqkZfEZ-_4Qn_Bam",
    },
  },
});

export const refuse = (status: number, code: number, title: string, details?: string) =>
  new Refusal(details ?? title, errorAnswer(status, fail(code, title, details)));

/** The vendor's own failure, and too many requests. */
export function failure(status: number): Answer {
  if (status === 429) return errorAnswer(status, fail(130429, "Rate limit hit"));
  if (status === 503) return errorAnswer(status, fail(2, "Service temporarily unavailable"));
  if (status === 500) return errorAnswer(status, SOMETHING_WRONG);
  return { status, body: {} };
}

/** An error in a callback about a message. */
export const statusError = ({ code, title, details }: WhatsAppFailure) => ({
  code,
  title,
  message: title,
  error_data: { details },
  href: "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/",
});
