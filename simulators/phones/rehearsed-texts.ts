import type { DltRegister } from "./dlt.ts";

/** The texts of a rehearsal: {#var#} stands for the values, in this order. `page`: the address that a link completes. */
type RehearsedText = {
  kind: "vouchers" | "gift" | "card-expiry" | "coins-lapse" | "sign-in-code";
  language: "en" | "hi";
  values: string[];
  text: string;
  page: string | null;
};

const VOUCHERS = { kind: "vouchers", values: ["name", "shop", "link"], page: "/order-history" } as const;
const GIFT = { kind: "gift", values: ["name", "sender", "shop", "link"], page: "/gift" } as const;
const EXPIRY = { kind: "card-expiry", values: ["name", "card", "shop", "date", "link"], page: "/wallet" } as const;
const COINS = { kind: "coins-lapse", values: ["name", "coins", "shop", "date"], page: null } as const;
const CODE = { kind: "sign-in-code", page: null } as const;

/** @param host the shop's hostname, which a browser compares before it fills in a code */
const textsFor = (host: string): RehearsedText[] =>
  [
    { ...VOUCHERS, language: "en" as const, text: "Hi {#var#}, your gift cards from {#var#} are ready." },
    { ...VOUCHERS, language: "hi" as const, text: "नमस्ते {#var#}, {#var#} से आपके गिफ़्ट कार्ड तैयार हैं।" },
    { ...GIFT, language: "en" as const, text: "Hi {#var#}, {#var#} has sent you a gift card from {#var#}." },
    {
      ...GIFT,
      language: "hi" as const,
      text: "नमस्ते {#var#}, {#var#} ने आपको {#var#} का गिफ़्ट कार्ड भेजा है।",
    },
    { ...EXPIRY, language: "en" as const, text: "Hi {#var#}, {#var#} of {#var#} expires on {#var#}." },
    {
      ...EXPIRY,
      language: "hi" as const,
      text: "नमस्ते {#var#}, {#var#} ({#var#}) की वैधता {#var#} को ख़त्म होगी।",
    },
    { ...COINS, language: "en" as const, text: "Hi {#var#}, {#var#} coins at {#var#} end on {#var#}." },
    { ...COINS, language: "hi" as const, text: "नमस्ते {#var#}, {#var#} कॉइन {#var#} पर {#var#} को ख़त्म होंगे।" },
    { ...CODE, language: "en" as const, text: `{#var#} is your code for {#var#}.\n\n@${host} #{#var#}` },
    { ...CODE, language: "hi" as const, text: `{#var#} आपका {#var#} कोड है।\n\n@${host} #{#var#}` },
  ].map((one) => ({ ...one, values: "values" in one ? [...one.values] : ["code", "shop", "code"] }));

type Template = { id: string; dltId: string; text: string; values: string[] };

/** The registration at DLT for a rehearsal, and the templates for tenant.json. */
export function rehearseDlt(origin: string): {
  register: DltRegister;
  templates: (Template & Pick<RehearsedText, "kind" | "language">)[];
} {
  const templates = textsFor(new URL(origin).hostname).map(({ kind, language, values, text, page }, at) => ({
    kind,
    language,
    id: `${kind}-${language}`,
    dltId: `110716000000000000${at + 1}`,
    text: page === null ? text : `${text} ${origin}${page}?{#var#}`,
    values,
  }));
  const register = {
    entityId: "1101000000000000001",
    headers: ["AWNING"],
    texts: Object.fromEntries(templates.map(({ dltId, text }) => [dltId, text])),
    urls: ["/order-history?", "/gift?", "/wallet?"].map((page) => `${origin}${page}`),
  };
  return { register, templates };
}

/** WhatsApp's templates for a rehearsal: a link is in a button, and a code stands alone in a text of Meta's. */
export const rehearseWhatsApp = (origin: string) =>
  textsFor(new URL(origin).hostname).map(({ kind, language, values, text, page }) => {
    const isCode = kind === "sign-in-code";
    let variables = 0;
    return {
      kind,
      language,
      name: kind.replaceAll("-", "_"),
      category: isCode ? ("AUTHENTICATION" as const) : ("UTILITY" as const),
      body: isCode ? "*{{1}}* is your verification code." : text.replaceAll("{#var#}", () => `{{${++variables}}}`),
      button: page === null ? null : `${origin}${page}?{{1}}`,
      values: isCode ? ["code"] : values,
    };
  });

/** The `templates` of tenant.json's `messages` for one channel. */
export function settingsOf<Kind extends { kind: string; language: string }>(
  channel: "whatsapp" | "sms",
  templates: Kind[],
  template: (one: Kind) => object,
): object {
  const byKind = Object.groupBy(templates, ({ kind }) => kind);
  return Object.fromEntries(
    Object.entries(byKind).map(([kind, list]) => [
      kind,
      { [channel]: Object.fromEntries(list!.map((one) => [one.language, template(one)])) },
    ]),
  );
}
