import { randomDigits, randomLetters } from "../wire/ids.ts";

/** The vendor's account of a failure. */
export type WhatsAppFailure = { code: number; title: string; details: string };

export type WhatsAppTemplate = {
  name: string;
  /** Such as "en" or "en_US". */
  language: string;
  category: "UTILITY" | "AUTHENTICATION";
  /** With {{1}}, {{2}} and so on. */
  body: string;
  /** The address of the first button, which ends in {{1}}. Meta makes the one of AUTHENTICATION, which copies the code. */
  button: string | null;
};

export type WhatsAppOptions = {
  /** 360dialog takes another header, has no number in its paths, and signs no callback. */
  host?: "meta" | "360dialog";
  phoneNumberId?: string;
  token?: string;
  appSecret?: string;
  verifyToken?: string;
  /** The app's callback URL. Without one, no callback is sent. */
  webhookUrl?: string;
  templates?: WhatsAppTemplate[];
  now?: () => number;
  actsAfterMs?: number | null;
  retriesByItself?: boolean;
};

export type Account = ReturnType<typeof createAccount>;

/** One number of a business, with its templates and credentials. */
export const createAccount = (options: WhatsAppOptions) => ({
  host: options.host ?? "meta",
  phoneNumberId: options.phoneNumberId ?? randomDigits(15),
  businessId: randomDigits(15),
  keys: {
    token: options.token ?? `EAA${randomLetters(60)}`,
    appSecret: options.appSecret ?? randomLetters(32),
    verifyToken: options.verifyToken ?? randomLetters(20),
  },
  webhookUrl: options.webhookUrl,
  templates: structuredClone(options.templates ?? []),
  paused: new Set<string>(),
  /** Numbers without WhatsApp, as sent. */
  strangers: new Set<string>(),
  /** The next message is accepted, but held. */
  holdsNext: false,
  /** The next message is refused so. */
  refusesNext: null as { status: number; failure: WhatsAppFailure } | null,
  /** Newer accounts may leave out the recipient's number. */
  showsRecipient: true,
});
