import { expect, test } from "vitest";

import { checkMessages } from "../../../cli/check/check-messages.ts";
import { TenantSchema } from "../../../config/brand/schema.ts";

const FILE = "tenant.json";
const SECRETS = Object.fromEntries(
  ["API_KEY", "API_TOKEN", "CALLBACK_KEY"].map((name) => [`MESSAGES_MAPLE__TREE_SMS_${name}`, "x"]),
);
const exotel = { provider: "exotel", accountSid: "maple1", sender: "MAPLEG", dltEntityId: "110100000012345" };
const GIFT = "Gift card from {#var#}: https://gifts.maple.example/gift?{#var#} - Maple";
const gift = { id: "g1", text: GIFT, values: ["shop", "link"] };
const ready = {
  vouchers: { sms: { en: { ...gift, text: GIFT.replace("gift?", "order-history?") } } },
  gift: { sms: { en: gift } },
  "sign-in-code": { sms: { en: { id: "c1", text: "{#var#} is your code", values: ["code"] } } },
  "coins-lapse": { sms: { en: { id: "l1", text: "{#var#} coins end on {#var#}", values: ["coins", "date"] } } },
  "card-expiry": { sms: { en: { ...gift, text: GIFT.replace("gift?", "wallet?") } } },
};

function check(messages: object, { secrets = SECRETS as NodeJS.ProcessEnv, ...more }: Record<string, unknown> = {}) {
  const tenant = TenantSchema.parse({ id: "maple-tree", hostnames: ["gifts.maple.example"], messages, ...more });
  return checkMessages(tenant, secrets as NodeJS.ProcessEnv, FILE).map(({ field, reason, isRemark }) => [
    isRemark ? "note" : "problem",
    field,
    reason,
  ]);
}
const complete = (change: object = {}) => ({ sms: exotel, templates: { ...ready, ...change } });
const named = { deliveryChannels: ["e-mail", "SMS"] };

test("complete messages have no finding, and neither has a brand without messages or with another backend", () => {
  expect(check(complete(), named)).toEqual([]);
  expect(check({})).toEqual([]);
  expect(check(complete(), { api: { url: "https://api.maple.example" }, secrets: {} })).toEqual([]);
});

test("names each missing secret, and the address that receives the reports", () => {
  expect(
    check(complete(), { ...named, secrets: {} }).map(([level, field, reason]) => [level, field, reason!.split(" ")[0]]),
  ).toEqual(
    ["API_KEY", "API_TOKEN", "CALLBACK_KEY"].map((name) => [
      "problem",
      "messages.sms",
      `MESSAGES_MAPLE__TREE_SMS_${name}`,
    ]),
  );
  const secrets = { MESSAGES_MAPLE__TREE_SMS_AUTH_KEY: "x", MESSAGES_MAPLE__TREE_SMS_CALLBACK_KEY: "secret-1" };
  const found = check({ ...complete(), sms: { provider: "msg91" } }, { ...named, secrets });
  expect(found).toEqual([
    ["note", "messages.sms", expect.stringContaining("https://gifts.maple.example/message-receipt/sms?key=KEY")],
  ]);
  expect(JSON.stringify(found)).toContain("MESSAGES_MAPLE__TREE_SMS_CALLBACK_KEY");
  expect(JSON.stringify(found)).not.toContain("secret-1");
});

test("notes kinds and languages without a template, and templates without a use", () => {
  const { gift: _gift, "card-expiry": _expiry, ...others } = ready;
  const languages = ["en", "hi"];
  const both = { sms: { en: others.vouchers.sms.en, hi: others.vouchers.sms.en, fr: gift } };
  expect(check({ sms: exotel, templates: { ...others, vouchers: both } }, { ...named, languages })).toEqual([
    ["note", "messages.templates.gift.sms", "is missing: SMS sends no gift"],
    [
      "note",
      "messages.templates.card-expiry.sms",
      "is missing: SMS sends no card-expiry; a shopper with a confirmed address gets a mail",
    ],
    ["note", "messages.templates.sign-in-code.sms.hi", "is missing: the message goes out in en"],
    ["note", "messages.templates.coins-lapse.sms.hi", "is missing: the message goes out in en"],
    ["problem", "messages.templates.vouchers.sms.fr", "fr is no language of the shop"],
    ["problem", "messages.templates.vouchers.sms.fr", expect.stringContaining("/order-history?{#var#}")],
  ]);
  expect(
    check(complete({ gift: { sms: { en: gift, hi: gift }, whatsapp: { en: { id: "w", values: ["link"] } } } }), named),
  ).toEqual([
    ["note", "messages.templates.gift.whatsapp.en", "is not used: messages.whatsapp has no provider"],
    ["note", "messages.templates.gift.sms.hi", "is not used: the brand does not offer hi"],
  ]);
});

test("a header for promotions or of another length is noted", () => {
  const noteOf = (sender: string) => check({ ...complete(), sms: { ...exotel, sender } }, named);
  expect(noteOf("123456")).toEqual([["note", "messages.sms.sender", expect.stringContaining("promotions")]]);
  expect(noteOf("MAPL")).toEqual([["note", "messages.sms.sender", "MAPL has 4 characters: DLT headers have six"]]);
});

test.each([
  ["no link among its values", { values: ["shop", "name"] }, 'has no "link" in its values'],
  [
    "fewer variables than values",
    { values: ["shop", "name", "link"] },
    "has 2 {#var#} in its text and 3 in its values",
  ],
  ["plain http", { text: GIFT.replace("https", "http") }, "must begin with https://"],
  [
    "another host",
    { text: GIFT.replace("gifts.maple", "maple.links") },
    "maple.links.example is no hostname of the brand",
  ],
  ["a host that is a variable", { text: GIFT.replace("gifts.maple.example/gift?", "") }, "no hostname of the brand"],
  [
    "its token in the path",
    { text: GIFT.replace("gift?", "gift/") },
    "networks pass only an address such as https://gifts.maple.example/gift?{#var#}",
  ],
  [
    "the link of another page",
    { text: GIFT.replace("gift?", "cart?") },
    "the link leads to https://gifts.maple.example/gift?{#var#}",
  ],
])("a template with %s is a problem", (_what, change, reason) => {
  expect(check(complete({ gift: { sms: { en: { ...gift, ...change } } } }), named)).toEqual([
    ["problem", "messages.templates.gift.sms.en", expect.stringContaining(reason)],
  ]);
});

test("a channel that announces vouchers and is not promised is noted", () => {
  expect(check(complete())).toEqual([["note", "deliveryChannels", "do not name SMS, by which vouchers are announced"]]);
});
