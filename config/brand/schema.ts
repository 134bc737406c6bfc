import { z } from "zod";

import { languages } from "../language/current.ts";
import { readEmail } from "../typed/email.ts";
import { sendsToPhones } from "./channels.ts";
import { type MessageKind, MessagesSchema } from "./messages.ts";
import type { WrittenPages } from "./pages.ts";
import { findUnsentChannels } from "./promised-channels.ts";
import { shopTexts, TEXT_NAMES, type TextName } from "./texts.ts";

const NO_HOSTNAME = { error: "must be a lower-case hostname without port, such as shop.example" };

/** Lower-case LDH labels (RFC 952/1123) or an IPv4 address, as browsers send it: they send 127.1 as 127.0.0.1. No port. */
export const Hostname = z
  .string()
  .max(253)
  .regex(/^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/, { ...NO_HOSTNAME, abort: true })
  .refine((hostname) => URL.parse(`http://${hostname}/`)?.hostname === hostname, NO_HOSTNAME);

/** Goes into headers and policies unchanged. URL alone would accept `https://x;sandbox` and `https://*`. */
const Origin = z.url({ protocol: /^https?$/ }).refine(isPlainOrigin, {
  error: "must be an origin such as https://shop.example (a plain hostname, no path, no trailing slash)",
});

function isPlainOrigin(value: string) {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url?.origin === value && Hostname.safeParse(url.hostname).success;
}

const HttpsOrigin = Origin.refine((value) => value.startsWith("https:"), { error: "must begin with https://" });

/** Also as people paste it: "<care@shop.example>". */
const Email = z
  .string()
  .overwrite(readEmail)
  .check(z.email({ error: "must be an e-mail address such as care@shop.example" }));

const Colour = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: "must be a colour such as #5bd318" });

/** The ten digits of a phone, or the eleven of a toll-free number. +91 or 0 may stand before them, an extension after them. */
const OfficePhone = z.string().regex(/^(?:\+91|0)?(?:[ ()-]{0,2}\d){10,11}(?: ?ext\.? ?\d{1,5})?$/, {
  error: "must be a phone number such as 98765 43210 or +91 80 1234 5678",
});

/** The files in a brand's folder that browsers may fetch. */
export const BRAND_FILE = /^(logo|banner|favicon)(-[a-z]+)?\.(svg|png|webp|avif|jpe?g)$/;

const BRAND_MEDIA = "/media/brand/";
const isBrandPicture = (url: string) => url.startsWith(BRAND_MEDIA) && BRAND_FILE.test(url.slice(BRAND_MEDIA.length));

const BrandPicture = z.string().refine(isBrandPicture, { error: "must be a file such as /media/brand/banner.png" });

/** It appears in mails' headers and in titles. */
const Name = z.string().regex(/^\P{Cc}+$/u, { error: "must be one line of plain text" });

/** The configuration's fields (docs/product.md, 1.2). The backend's /configurator/ overrides them field by field. */
const BrandingSchema = z.strictObject({
  organization_name: Name.optional(),
  product_name: Name.optional(),
  logo_url: z
    .string()
    .refine((url) => !url.startsWith(BRAND_MEDIA) || isBrandPicture(url), {
      error: "must be a file such as /media/brand/logo.svg",
    })
    .optional(),
  /** Absent: banner.svg and favicon.svg in the folder of the brand. */
  banner_url: BrandPicture.optional(),
  icon_url: BrandPicture.optional(),
  email: Email.optional(),
  address: z.string().optional(),
  website_url: z.url({ protocol: /^https?$/, error: "must be a URL that begins with https:// or http://" }).optional(),
  primary_color: Colour.optional(),
  secondary_color: Colour.optional(),
  button_color: Colour.optional(),
  button_text_color: Colour.optional(),
  header_text_color: Colour.optional(),
  footer_text_color: Colour.optional(),
  normal_text_color: Colour.optional(),
  about_us: z.strictObject({ title: z.string().optional(), content: z.string().optional() }).optional(),
  /** A font that comes with the shop. Absent: the device's own. */
  font: z.enum(["grotesk", "serif", "sans"]).optional(),
  corners: z.enum(["sharp", "soft", "round"]).default("soft"),
});

const NO_LANGUAGE = `must be one of ${[...languages.keys()].join(", ")}`;
const LanguageCode = z.string().refine((code) => languages.has(code), { error: NO_LANGUAGE });

const areDistinct = (codes: string[]) => new Set(codes).size === codes.length;

const feature = z.boolean().optional();
/**
 * Calls beyond the common ones. By default the embedded API offers all, but to phones only what it can send, and other backends
 * none.
 */
const FeaturesSchema = z.strictObject({
  passwordReset: feature,
  passwordChange: feature,
  emailVerification: feature,
  sessions: feature,
  logout: feature,
  contact: feature,
  bulk: feature,
  gift: feature,
  giftByPhone: feature,
  productById: feature,
  shortLists: feature,
  cartCount: feature,
  accountLanguage: feature,
  phoneSignIn: feature,
  verifyCoupon: feature,
  acceptedTerms: feature,
  payAgain: feature,
  receipts: feature,
  usedVouchers: feature,
  wallet: feature,
  stockNotice: feature,
});
type Features = Record<keyof typeof FeaturesSchema.shape, boolean>;

/** The messages without which the embedded API has no such feature. */
const SENT_TO_PHONES: Partial<Record<keyof Features, MessageKind>> = {
  giftByPhone: "gift",
  phoneSignIn: "sign-in-code",
};

/** Forms that every shop shows unless `features` switches them off, even if the backend lacks their call. */
const FORMS = ["passwordReset", "contact", "verifyCoupon", "gift"] as const satisfies (keyof Features)[];
type Forms = Record<(typeof FORMS)[number], boolean>;

const MAX_ORDERS = 10_000;
const MAX_RUPEES = 100_000_000;

const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
};

/** Limits against fraud per 24 hours of an account, confirmed mailbox or payer, and rules for an operator's review. */
const LimitsSchema = z.strictObject({
  ordersPerDay: whole(1, MAX_ORDERS).default(50),
  rupeesPerDay: whole(1, MAX_RUPEES).default(200_000),
  reviewAccountsYoungerThanHours: whole(0, 8_760).default(0),
  /** For an account without an earlier order that counts (see reviewHistoryDays). */
  reviewFirstOrderAboveRupees: whole(0, MAX_RUPEES).default(10_000),
  /** Also reviews an order above that amount if it is this many times the largest earlier one. */
  reviewAboveTimesLargest: whole(1, 1_000_000).default(5),
  /** Age in days at which an order counts as an earlier one. */
  reviewHistoryDays: whole(0, 365).default(7),
  reviewOrdersPerHour: whole(0, MAX_ORDERS).default(5),
  reviewOrdersPerWeek: whole(0, MAX_ORDERS).default(20),
  reviewRupeesPerWeek: whole(0, MAX_RUPEES).default(50_000),
  /** The daily limit of refunds and of payments confirmed by hand without a second member. */
  rupeesAlonePerDay: whole(0, MAX_RUPEES).default(10_000),
});

const MAX_TEXT_CHARACTERS = 200;

const Text = z.string().regex(new RegExp(`^(?=.*\\S)\\P{Cc}{1,${MAX_TEXT_CHARACTERS}}$`, "u"), {
  error: `must be one line of plain text, at most ${MAX_TEXT_CHARACTERS} characters`,
});

type TextFields = Record<TextName, z.ZodOptional<z.ZodString>>;
const OWN_TEXTS = Object.fromEntries(TEXT_NAMES.map((name) => [name, Text.optional()])) as TextFields;

/** Their defaults are those of English; a brand whose first language is another has those of that language. */
const TextsSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(shopTexts()).map(([name, text]) => [name, Text.optional().meta({ default: text })]),
  ) as TextFields,
);

/** Names, pictures and texts beside those of the first language, by language. */
const TranslationsSchema = z.record(
  z.string(),
  z.strictObject({
    branding: BrandingSchema.pick({
      organization_name: true,
      product_name: true,
      logo_url: true,
      banner_url: true,
      address: true,
      about_us: true,
    }).optional(),
    texts: z.strictObject(OWN_TEXTS).optional(),
  }),
);

/** An environment variable that holds the URL of a PostgreSQL server. */
export const DATABASE_VARIABLE = /^DATABASE_URL(_[A-Z0-9]+)*$/;

const NO_DATABASE =
  'must be "sqlite" or the name of a variable with a server\'s URL, such as DATABASE_URL_EAST; never the URL';

const NO_VPA = { error: "must be a UPI id such as maple@bank" };
const Vpa = z.string(NO_VPA).regex(/^[A-Za-z0-9._-]{2,64}@[A-Za-z0-9]{2,32}$/, NO_VPA);

const remoteGateway = {
  /**
   * hosted: the gateway's own page, for every account. direct: UPI links and a QR code in the shop, if the gateway has enabled
   * them.
   */
  mode: z.enum(["hosted", "direct"]).default("hosted"),
  /** manual: a refund waits for `awning refunds send`; automatic: it is sent to the gateway at once. */
  refunds: z.enum(["automatic", "manual"]).default("automatic"),
  /** For a rehearsal against `awning simulate`. Absent: the gateway's own. */
  url: z.url({ protocol: /^https?$/ }).optional(),
};
const environment = z.enum(["live", "test"]).default("live");

/** The payment gateway of the embedded API. The secrets come from the environment (config/brand/secrets.ts). */
export const PaymentsSchema = z.discriminatedUnion("gateway", [
  z.strictObject({ gateway: z.literal("razorpay"), ...remoteGateway }),
  z.strictObject({ gateway: z.literal("cashfree"), environment, ...remoteGateway }),
  z.strictObject({ gateway: z.literal("phonepe"), environment, ...remoteGateway }),
  z.strictObject({
    gateway: z.literal("vpa"),
    /** The merchant's UPI id, which is paid directly. An operator confirms each payment. */
    vpa: Vpa,
    windowMinutes: whole(5, 10_080).default(1_440),
  }),
]);

const SupplierUrl = z.url({ protocol: /^https?$/ }).regex(/[^/]$/, { error: "must not end with a slash" });

const supplier = {
  /** A unit that has not arrived after this time is refunded; cards that arrive later go to stock. */
  refundAfterMinutes: whole(1, 43_200).default(1_440),
  /** Below this prepaid balance the supplier's products are sold out. */
  lowFloatRupees: whole(0, MAX_RUPEES).default(5_000),
};

/** The shop's own address, which Woohoo requires with each order. */
const BillingSchema = z.strictObject({
  firstname: Text,
  lastname: Text,
  email: Email,
  telephone: z.string().regex(/^\+91\d{10}$/, { error: "must be +91 and 10 digits" }),
  line1: Text,
  line2: Text.optional(),
  city: Text,
  region: Text,
  postcode: z.string().regex(/^\d{6}$/, { error: "must be 6 digits" }),
  company: Text.optional(),
});

/** A seller of vouchers to the embedded API. The secrets come from the environment (config/brand/secrets.ts). */
export const SupplierSchema = z.discriminatedUnion("kind", [
  z
    .strictObject({
      kind: z.literal("woohoo"),
      environment,
      /** The host of the contract; the test environment has a different one. */
      url: SupplierUrl.optional(),
      billing: BillingSchema,
      /** Begins each order's reference number, if the contract requires it. */
      refnoPrefix: z
        .string()
        .regex(/^[A-Za-z0-9]{1,4}$/, { error: "must be 1 to 4 letters or digits" })
        .optional(),
      ...supplier,
    })
    .refine(({ environment, url }) => environment === "test" || url !== undefined, {
      path: ["url"],
      error: "is required with the live environment: Woohoo names the host at on-boarding",
    }),
  z.strictObject({
    kind: z.literal("reloadly"),
    environment,
    /** The giver's name on the supplier's side. */
    senderName: Text,
    /** The shop's own mailbox; never a shopper's, because Reloadly mails the card to it. */
    recipientEmail: Email,
    /** For a rehearsal against `awning simulate`. Absent: the supplier's own. */
    url: SupplierUrl.optional(),
    ...supplier,
  }),
  z.strictObject({ kind: z.literal("http"), url: SupplierUrl, ...supplier }),
]);

/** Part of the names of environment variables, so it has only characters that these allow. */
export const SupplierName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, { error: "must be lower-case letters, digits and dashes, at most 31" });

export const SuppliersSchema = z.record(SupplierName, SupplierSchema);

const TenantFileSchema = z.strictObject({
  $schema: z.string().optional(),
  /** Names the database file or schema and every cache key. Never change it once orders exist. */
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/, { error: "must be lower-case letters, digits and dashes, at most 31" }),
  hostnames: z.array(Hostname).min(1),
  /** The canonical origin. Absent: https:// and the first hostname. Loopback names are their own origin. */
  origin: Origin.optional(),
  api: z
    .strictObject({
      url: z.union([z.literal("embedded"), z.url({ protocol: /^https?$/ })]).default("embedded"),
      userUpdateAuth: z.enum(["send", "omit"]).default("send"),
      /** True: signed-in shoppers see the same catalogue as everybody. The embedded API's catalogue always is. */
      isCatalogueShared: z.boolean().default(false),
    })
    .prefault({}),
  /**
   * The database of the embedded API for this brand: the environment variable with the server's URL, or "sqlite" for a file.
   * Absent: DATABASE_URL if it is set, else a file. `awning move` changes it together with the data.
   */
  database: z.union([z.literal("sqlite"), z.string().regex(DATABASE_VARIABLE, { error: NO_DATABASE })]).optional(),
  /** Absent: the sandbox, in which the payer chooses success or failure. */
  payments: PaymentsSchema.optional(),
  /** By a name that the operator chooses. A product names its suppliers in the catalogue (`awning catalogue import`). */
  suppliers: SuppliersSchema.default({}),
  branding: BrandingSchema.prefault({}),
  /** The languages of the shop, by their folders in config/languages; the first is for visitors who accept none of them. */
  languages: z
    .array(LanguageCode)
    .min(1)
    .refine(areDistinct, { error: "must not name a language twice" })
    .default(["en"]),
  features: FeaturesSchema.prefault({}),
  coins: z
    .strictObject({
      discountPercent: z.int().min(1).max(100).default(10),
      /** True: a smaller balance pays a part. False: it pays nothing. */
      allowPartial: z.boolean().default(false),
      /** True: the shopper types how many coins pay, and a smaller balance pays a part, too. */
      chooseAmount: z.boolean().default(false),
      validDays: z.int().min(1).max(3650).default(7),
    })
    .prefault({}),
  stock: z
    .strictObject({
      /** Cards in stock that expire sooner than that are not sold. A dated gift's days count from its delivery. */
      leastDays: whole(0, 365).default(30),
    })
    .prefault({}),
  /** The channels by which codes reach the shopper, for the texts of pages. The embedded API must be able to send by each. */
  deliveryChannels: z
    .array(z.enum(["e-mail", "SMS", "WhatsApp"]))
    .min(1)
    .default(["e-mail"]),
  /** The embedded API's messages to phones. Absent: it sends e-mail only. */
  messages: MessagesSchema.prefault({}),
  /** In the first of the languages. */
  texts: TextsSchema.prefault({}),
  /** The same and parts of `branding` for other languages, by code. Absent: `branding`, and the shop's own texts. */
  translations: TranslationsSchema.default({}),
  limits: LimitsSchema.prefault({}),
  /** Settings against stolen passwords; embedded API only. */
  security: z
    .strictObject({
      /** Voucher codes and changes of delivery addresses need a device that a mailed code has confirmed. */
      stepUp: z.boolean().default(true),
      /** Mails the shopper about each login from a new device. */
      loginNotice: z.boolean().default(true),
    })
    .prefault({}),
  social: z.record(z.string().regex(/^[a-z]+$/), HttpsUrl()).default({}),
  legal: z
    .strictObject({
      entity: z.string().optional(),
      gstin: z
        .string()
        .regex(/^[0-9A-Z]{15}$/, { error: "must be the 15 characters of a GSTIN" })
        .optional(),
      /** For security.txt: the contact for reports of vulnerabilities. Absent: branding.email. */
      securityContact: z
        .string()
        .regex(/^(mailto:[\w.+-]+@[\w.-]+|https:\/\/[\w.-]+(:\d+)?(\/[\x21-\x7e]*)?)$/, {
          error: "must begin with mailto: or https://",
        })
        .optional(),
      /** For security.txt: the page with the disclosure policy. */
      securityPolicy: z
        .string()
        .regex(/^https:\/\/[\w.-]+(:\d+)?(\/[\x21-\x7e]*)?$/, { error: "must begin with https://" })
        .optional(),
      grievanceOfficer: z.strictObject({ name: z.string(), email: Email, phone: OfficePhone.optional() }).optional(),
    })
    .prefault({}),
  redirectOrigins: z.array(HttpsOrigin).default([]),
  imageOrigins: z.array(HttpsOrigin).default([]),
  seed: z.literal("demo").optional(),
  /** Absent: the files are kept and edited elsewhere, and the console only shows them. */
  editedIn: z.literal("console").optional(),
});

const PLACEHOLDERS = /^(?:[^{}]|\{coins\})*$/;

/** The consent names the terms, which become a link, and after them it may name the order's coins. */
function findConsentProblem(consent: string, code: string): string | undefined {
  const terms = String(languages.get(code)!.message("payment.terms"));
  const [before, ...after] = consent.split(terms);
  if (after.length > 0 && !/[{}]/.test(before!) && PLACEHOLDERS.test(after.join(terms))) return undefined;
  return `must contain "${terms}"; after it, {coins} is the only placeholder`;
}

export const TenantSchema = TenantFileSchema.superRefine((tenant, { addIssue }) => {
  for (const message of tenant.api.url === "embedded" ? findUnsentChannels(tenant) : [])
    addIssue({ code: "custom", path: ["deliveryChannels"], message });
})
  .superRefine(({ languages: offered, texts, translations }, { addIssue }) => {
    const refuse = (path: string[], message: string) => addIssue({ code: "custom", path, message });
    const checkConsent = (path: string[], code: string, consent: string | undefined) => {
      const problem = consent === undefined ? undefined : findConsentProblem(consent, code);
      if (problem) refuse([...path, "consent"], problem);
    };
    checkConsent(["texts"], offered[0]!, texts.consent);
    for (const [code, own] of Object.entries(translations)) {
      if (languages.has(code)) checkConsent(["translations", code, "texts"], code, own.texts?.consent);
      else refuse(["translations", code], NO_LANGUAGE);
    }
  })
  .transform((tenant) => {
    const isEmbedded = tenant.api.url === "embedded";
    const names = Object.keys(FeaturesSchema.shape) as (keyof Features)[];
    const isOffered = (name: keyof Features) => {
      const kind = SENT_TO_PHONES[name];
      return isEmbedded && (kind === undefined || sendsToPhones(tenant, kind));
    };
    const features = Object.fromEntries(
      names.map((name) => [name, tenant.features[name] ?? isOffered(name)]),
    ) as Features;
    const forms = Object.fromEntries(FORMS.map((name) => [name, tenant.features[name] ?? true])) as Forms;
    const texts = { ...shopTexts(languages.get(tenant.languages[0]!)), ...tenant.texts };
    const coins = { ...tenant.coins, allowPartial: tenant.coins.allowPartial || tenant.coins.chooseAmount };
    return { ...tenant, features, forms, texts, coins };
  });

function HttpsUrl() {
  return z.url({ protocol: /^https$/, error: "must be a URL that begins with https://" });
}

export type Payments = z.output<typeof PaymentsSchema>;
export type Supplier = z.output<typeof SupplierSchema>;

/** A brand: its tenant.json, and the pages in its folder that replace the shop's own. */
export type Tenant = z.output<typeof TenantSchema> & { pages?: WrittenPages };
