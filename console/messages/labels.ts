import { CHANNEL_NAMES } from "../../config/brand/messages.ts";
import { languages } from "../../config/language/current.ts";
import type { Channel, PhoneMessage } from "./message-responses.ts";

const KINDS: Record<string, string> = {
  vouchers: "Vouchers are ready",
  gift: "A gift for a friend",
  "card-expiry": "A card expires soon",
  "sign-in-code": "Sign-in code",
  "coins-lapse": "Coins end soon",
};

export const kindLabel = (kind: string) => KINDS[kind] ?? kind;

const PROVIDERS: Record<string, string> = {
  whatsapp: "WhatsApp Cloud API",
  msg91: "MSG91",
  exotel: "Exotel",
  http: "Own system",
  outbox: "The demo's outbox page",
};

export const providerName = (provider: string) => PROVIDERS[provider] ?? provider;

export const channelName = (channel: Channel | null) => (channel === null ? "None" : CHANNEL_NAMES[channel]);

/** A language in English, such as "Hindi". */
export const languageName = (code: string) =>
  languages.has(code) ? (new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code) : code;

const STATES: Record<string, string> = {
  waiting: "Waiting",
  sending: "Being sent",
  accepted: "Accepted by the provider",
  sent: "Sent",
  delivered: "Delivered",
  read: "Read",
  failed: "Failed",
  dropped: "Not sent on purpose",
};

export const stateLabel = (state: string) => STATES[state] ?? state;

/** The state of a message with its reason. */
export function describeState({ state, reason, copies }: PhoneMessage): string {
  const copy = copies > 0 ? " It may have arrived twice." : "";
  return `${stateLabel(state)}${reason === null ? "" : `: ${reason}`}.${copy}`;
}

const FAULTS: Record<string, string> = {
  configuration: "A setting or registration is wrong",
  recipient: "The number cannot get it",
  busy: "The provider is busy",
};

export const faultLabel = (fault: string | null) => (fault === null ? "–" : (FAULTS[fault] ?? fault));
