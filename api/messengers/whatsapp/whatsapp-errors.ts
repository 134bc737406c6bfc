import { z } from "zod";

import type { MessageFault } from "../../domain/messages/message-states.ts";
import { maskReason } from "../adapter/outcomes.ts";

/** An error of an answer, or of a message that failed later. Its code is text (parseWireJson). */
export const WhatsAppError = z.looseObject({
  code: z.string(),
  title: z.string().nullish(),
  message: z.string().nullish(),
});
export type WhatsAppError = z.output<typeof WhatsAppError>;

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
const FAULTS: Record<MessageFault, string[]> = {
  /** Limits of calls, of the number and of the pair of numbers, and the service's own failures. */
  busy: ["1", "2", "4", "80007", "130429", "131048", "131056", "131000", "131016", "131057"],
  /** Not on WhatsApp, the brand's own number, opted out, or not delivered by Meta's choice. */
  recipient: ["131026", "131021", "131050", "130472", "131049"],
  /** The permissions of the token, and the registration of the number, also with a status from 500. */
  configuration: ["3", "131045"],
};

const faultOf = (code: string) => (Object.keys(FAULTS) as MessageFault[]).find((fault) => FAULTS[fault].includes(code));

/** @param status of the answer; null for a message that failed later */
export function explainWhatsAppError(
  { code, title, message }: WhatsAppError,
  status: number | null,
): { fault: MessageFault; reason: string } {
  const byStatus = status === 429 || (status !== null && status >= 500) ? "busy" : "configuration";
  const text = maskReason((title ?? message ?? "").replace(/^\(#\d+\)\s*/, ""));
  return { fault: faultOf(code) ?? byStatus, reason: text === null ? `WhatsApp ${code}` : `WhatsApp ${code}: ${text}` };
}
