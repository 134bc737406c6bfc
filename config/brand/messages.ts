import { z } from "zod";

/** The channels to a phone. E-mail has a separate outbox. */
export const CHANNELS = ["whatsapp", "sms"] as const;
export type Channel = (typeof CHANNELS)[number];
/** As people write them; also the words of `deliveryChannels`. */
export const CHANNEL_NAMES = { whatsapp: "WhatsApp", sms: "SMS" } as const satisfies Record<Channel, string>;

/** The kinds of messages to phones, and the values that the template of each kind may have. */
export const MESSAGE_VALUES = {
  /** `link`: the part of an order link after `https://HOST/order-history?`. */
  vouchers: ["name", "shop", "order", "link"],
  /** `link`: the part of a gift link after `https://HOST/gift?`. */
  gift: ["name", "sender", "shop", "link"],
  /** `card`: the card's name; `date`: its end; `link`: the part of a wallet link after `https://HOST/wallet?`. */
  "card-expiry": ["name", "shop", "card", "date", "link"],
  /** `host`: the shop's hostname, for the last line of an SMS that a browser reads by itself. */
  "sign-in-code": ["code", "shop", "host"],
  /** `date`: the day on which the coins end. */
  "coins-lapse": ["name", "shop", "coins", "date"],
} as const;
export type MessageKind = keyof typeof MESSAGE_VALUES;
export const MESSAGE_KINDS = Object.keys(MESSAGE_VALUES) as MessageKind[];

/** The headers by which providers prove their receipts. */
export const RECEIPT_HEADERS = ["x-hub-signature-256", "webhook-id", "webhook-timestamp", "webhook-signature"];

/** DLT allows 40 characters in each variable of an SMS. */
export const MOST_VALUE_CHARACTERS = 40;

const WHOLE = { error: "must be a whole number from 0 to 1000000" };
const count = z.int(WHOLE).min(0, WHOLE).max(1_000_000, WHOLE);

const common = {
  /** The price of one message in paise, for the count of costs. */
  paise: z.number().min(0).max(10_000).default(0),
};

const Url = z.url({ protocol: /^https?$/ }).regex(/[^/]$/, { error: "must not end with a slash" });
const digits = (what: string) => z.string().regex(/^\d{3,30}$/, { error: `must be the digits of ${what}` });
const PRINTABLE = /^[\x21-\x7e]{1,100}$/;
const Id = z.string().regex(PRINTABLE, { error: "must be an id without spaces" });
const Sender = z.string().regex(/^[A-Za-z0-9]{3,11}$/, { error: "must be a DLT header such as AURORA" });

/** Our own contract (docs/messages/http.md), for providers without an adapter. */
const HttpProvider = z.strictObject({ provider: z.literal("http"), url: Url, ...common });

const WhatsAppProvider = z.strictObject({
  provider: z.literal("whatsapp"),
  /** The id of the number at Meta, not the number. */
  phoneNumberId: digits("the phone number id"),
  /** 360dialog accepts the same calls with another header, and needs no phone number id in the address. */
  host: z.enum(["meta", "360dialog"]).default("meta"),
  version: z
    .string()
    .regex(/^v\d{2}\.\d$/, { error: "must be a version such as v23.0" })
    .default("v23.0"),
  /** For a rehearsal against `awning simulate`. Absent: the provider's own. */
  url: Url.optional(),
  ...common,
});

const Msg91Provider = z.strictObject({ provider: z.literal("msg91"), url: Url.optional(), ...common });

const ExotelProvider = z.strictObject({
  provider: z.literal("exotel"),
  accountSid: Id,
  /** The DLT header that the message comes from. */
  sender: Sender,
  /** The principal entity id. */
  dltEntityId: digits("the principal entity id"),
  region: z.enum(["singapore", "mumbai"]).default("mumbai"),
  url: Url.optional(),
  ...common,
});

const TemplateSchema = z.strictObject({
  /** The provider's id or name of the template. */
  id: Id,
  /** The DLT content template id, if the provider expects it with each message. */
  dltId: digits("the DLT template id").optional(),
  /** The registered text with {#var#}, for providers that expect the text. */
  text: z.string().min(1).max(2_000).optional(),
  /** The values in the order of the variables. */
  values: z.array(z.string()).max(10).default([]),
});
export type MessageTemplate = z.output<typeof TemplateSchema>;

const byLanguage = z.record(z.string(), TemplateSchema);
const ByChannel = z.strictObject({ whatsapp: byLanguage.optional(), sms: byLanguage.optional() });

/** The messages of a brand to phones: a provider for each channel, and the templates of each kind by channel and language. */
export const MessagesSchema = z
  .strictObject({
    whatsapp: z.discriminatedUnion("provider", [WhatsAppProvider, HttpProvider]).optional(),
    sms: z.discriminatedUnion("provider", [Msg91Provider, ExotelProvider, HttpProvider]).optional(),
    templates: z
      .strictObject({
        vouchers: ByChannel.optional(),
        gift: ByChannel.optional(),
        "card-expiry": ByChannel.optional(),
        "sign-in-code": ByChannel.optional(),
        "coins-lapse": ByChannel.optional(),
      })
      .prefault({}),
    /** A WhatsApp message that the provider has not sent after this time goes out by SMS. */
    smsAfterMinutes: z.int().min(1).max(1_440).default(5),
    /** The most messages in a day, by kind of message: codes, and all others. */
    codesPerDay: count.default(2_000),
    perDay: count.default(10_000),
  })
  .superRefine(({ templates, ...settings }, { addIssue }) => {
    const refuse = (path: string[], message: string) =>
      addIssue({ code: "custom", path: ["templates", ...path], message });
    for (const [kind, byChannel] of Object.entries(templates))
      for (const [channel, languages] of Object.entries(byChannel ?? {}))
        for (const [language, template] of Object.entries(languages ?? {})) {
          const path = [kind, channel, language];
          const known: readonly string[] = MESSAGE_VALUES[kind as MessageKind];
          const unknown = template.values.find((value) => !known.includes(value));
          if (unknown !== undefined)
            refuse([...path, "values"], `has "${unknown}"; ${kind} has ${known.join(", ")} only`);
          const needsText = settings[channel as Channel]?.provider === "exotel";
          if (needsText && template.text === undefined) refuse([...path, "text"], "is required with Exotel");
        }
  });

export type Messages = z.output<typeof MessagesSchema>;
/** The settings of the provider of a channel. */
export type Provider = NonNullable<Messages["whatsapp"] | Messages["sms"]>;
export type ProviderName = Provider["provider"];
