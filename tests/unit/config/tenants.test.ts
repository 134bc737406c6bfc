import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { formatProblem, loadTenants } from "../../../config/brand/load.ts";
import { areAllLoopback } from "../../../config/brand/loopback.ts";
import { type Tenant, TenantSchema } from "../../../config/brand/schema.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "awning-tenants-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

function write(folder: string, tenant: unknown) {
  mkdirSync(join(dir, folder));
  writeFileSync(join(dir, folder, "tenant.json"), typeof tenant === "string" ? tenant : JSON.stringify(tenant));
}

test("loads the demo brands, which are local", () => {
  const { tenants, problems } = loadTenants("tenants");
  expect(problems).toEqual([]);
  expect(tenants.map(({ id }) => id)).toEqual(["aurora", "meridian", "tamarind"]);
  expect(areAllLoopback(tenants)).toBe(true);
});

test("the addresses of a brand are read as people paste them", () => {
  const read = (email: string) =>
    TenantSchema.safeParse({ id: "acme", hostnames: ["acme.example"], branding: { email } });
  for (const email of [
    "care@acme.example",
    " <mailto:care@acme.example>, ",
    "care\u200b@acme.example",
    "ｃare＠acme.example",
  ])
    expect(read(email).data?.branding.email).toBe("care@acme.example");
  expect(read("care at acme").error?.issues[0]?.message).toBe("must be an e-mail address such as care@shop.example");
});

test("a grievance officer has a phone: a mobile, a landline or a toll-free number, as people write them", () => {
  const isTaken = (phone: string) => {
    const grievanceOfficer = { name: "Asha", email: "asha@acme.example", phone };
    return TenantSchema.safeParse({ id: "acme", hostnames: ["acme.example"], legal: { grievanceOfficer } }).success;
  };
  for (const phone of ["9876543210", "+91 98765 43210", "+91 80 0000 0141", "080-12345678", "(022) 1234 5678"])
    expect([phone, isTaken(phone)]).toEqual([phone, true]);
  for (const phone of ["1800 103 1906", "+91-11-2345 6789 ext. 12"])
    expect([phone, isTaken(phone)]).toEqual([phone, true]);
  for (const phone of ["call us", "12345", "+1 212 555 0100 77 99", "98765 43210<b>", "98765432101234"])
    expect([phone, isTaken(phone)]).toEqual([phone, false]);
});

test.each([
  ["organization_name", ["Acme", "अक्मे & Söhne"], ["Acme\r\nBcc: x@y.test", "Acme\u0000", ""]],
  ["product_name", ["Rewards"], ["Rewards\n"]],
  [
    "website_url",
    ["https://acme.example", "http://acme.example/x"],
    ["javascript:alert(1)", "data:text/html,x", "acme"],
  ],
  [
    "banner_url",
    ["/media/brand/banner.png"],
    ["/media/brand/..", "/media/brand/tenant.json", "https://x.example/a.png"],
  ],
  ["icon_url", ["/media/brand/favicon-abc.webp"], ["/media/brand/../favicon.svg", "/media/brand/.env"]],
  [
    "logo_url",
    ["/media/brand/logo.svg", "https://pictures.example/logo.png", "/assets/logo.png"],
    ["/media/brand/tenant.json", "/media/brand/../logo.svg"],
  ],
])("takes %s only if a page or mail can show it", (field, good, bad) => {
  const isTaken = (value: string) =>
    TenantSchema.safeParse({ id: "acme", hostnames: ["acme.example"], branding: { [field]: value } }).success;
  expect(good.map(isTaken)).toEqual(good.map(() => true));
  expect(bad.map(isTaken)).toEqual(bad.map(() => false));
});

test("refuses a bad file by file, field and reason, and loads the others", () => {
  write("acme", { id: "acme", hostnames: ["shop.acme.example"] });
  write("bad", "{ no json");
  mkdirSync(join(dir, "empty"));
  write("colour", { id: "colour", hostnames: ["colour.example"], branding: { primary_color: "red" } });
  write("named", { id: "other", hostnames: ["named.example"] });
  write("typo", { id: "typo", hostnames: ["typo.example"], brandng: {} });
  const { tenants, problems } = loadTenants(dir);
  expect(tenants.map(({ id }) => id)).toEqual(["acme"]);
  expect(problems.map((problem) => formatProblem(problem).slice(dir.length + 1))).toEqual([
    expect.stringMatching(/^bad\/tenant\.json: .*JSON/),
    "colour/tenant.json: branding.primary_color: must be a colour such as #5bd318",
    "empty/tenant.json: is missing: each folder here is a brand and needs one",
    "named/tenant.json: id: must be the name of its folder, named",
    expect.stringMatching(/^typo\/tenant\.json: .*brandng/),
  ]);
});

test("gives a hostname to one brand only [HOST-08]", () => {
  write("one", { id: "one", hostnames: ["a.example", "b.example"] });
  write("three", { id: "three", hostnames: ["c.example", "a.example"] });
  write("two", { id: "two", hostnames: ["b.example"] });
  const { tenants, problems } = loadTenants(dir);
  expect(tenants.map(({ id }) => id)).toEqual(["one"]);
  expect(problems).toMatchObject([
    { brand: "three", field: "hostnames", reason: expect.stringContaining("a.example already belongs to") },
    { brand: "two", field: "hostnames", reason: expect.stringContaining("b.example already belongs to") },
  ]);
});

const NO_HOSTNAMES = [
  "Shop.example",
  "shop.example:80",
  "shop_x.example",
  "-a.example",
  "a..example",
  "bücher.example",
  "https://a.example",
  "a.example.",
  "а.example", // the first letter is Cyrillic
  "127.1",
  "2130706433",
  "0x7f.0.0.1",
  "010.0.0.1", // browsers send another one
  "",
];
test.each(NO_HOSTNAMES)("refuses %j as a hostname [HOST-08]", (hostname) => {
  write("acme", { id: "acme", hostnames: [hostname] });
  expect(loadTenants(dir)).toMatchObject({ tenants: [], problems: [{ field: "hostnames.0" }] });
});

const ORIGIN_FIELDS = ["redirectOrigins", "imageOrigins"];
const NO_ORIGINS = [
  "http://pay.example",
  "https://pay.example/path",
  "https://pay.example/",
  "https://user@pay.example",
  "javascript:alert(1)",
  "https://*",
  "https://*.example",
  "https://*.example/x",
  "https://x;sandbox",
  "https://x;report-uri",
  "https://x,https://y",
  "https://x https://y",
  "https://x'",
  "https://x'unsafe-inline'",
  'https://x"',
  "https://x_y.example",
  "https://-x.example",
  "https://x.example.",
  "https://b\u00fccher.example",
  "https://PAY.example",
  "https://pay.example:443",
  "https://pay.example:0x50",
  "https://[::1]",
  "https:pay.example",
  "https://",
  "'self'",
  "",
];
test.each(ORIGIN_FIELDS.flatMap((field) => NO_ORIGINS.map((origin) => [field, origin])))(
  "%s refuses %j",
  (field, origin) => {
    write("acme", { id: "acme", hostnames: ["a.example"], [field!]: [origin] });
    const { tenants, problems } = loadTenants(dir);
    expect(tenants).toEqual([]);
    expect(problems[0]).toMatchObject({ field: `${field}.0` });
  },
);

test.each(ORIGIN_FIELDS)("%s accepts plain https origins, with an optional port", (field) => {
  const origins = ["https://cdn.example", "https://img-1.cdn.example:8443", "https://192.0.2.7"];
  write("acme", { id: "acme", hostnames: ["a.example"], [field]: origins });
  expect(loadTenants(dir)).toMatchObject({ problems: [], tenants: [{ [field]: origins }] });
});

test.each(["https://x;sandbox", "https://*.example", "https://x y", "https://a.example,b.example", "ftp://a.example"])(
  "refuses %j as an origin, since it would end in a Location header",
  (origin) => {
    write("acme", { id: "acme", hostnames: ["a.example"], origin });
    const { tenants, problems } = loadTenants(dir);
    expect([tenants, problems[0]?.field]).toEqual([[], "origin"]);
  },
);

test.each(["securityContact", "securityPolicy"])(
  "accepts only an address as legal.%s, which goes into a line of security.txt",
  (field) => {
    const isTaken = (value: string) => {
      rmSync(join(dir, "acme"), { recursive: true, force: true });
      write("acme", { id: "acme", hostnames: ["a.example"], legal: { [field]: value } });
      return loadTenants(dir).problems.length === 0;
    };
    expect(isTaken("https://acme.example/security?x=1")).toBe(true);
    expect(isTaken("mailto:security+shop@acme.example")).toBe(field === "securityContact");
    const lines = ["security@acme.example", "tel:+911", "http://acme.example", "https://a.example/x y", "javascript:x"];
    const broken = ["mailto:a@b.example\nExpires: never", "https://a.example/\nContact: x", "mailto:a@b?x=1\r", ""];
    for (const value of [...lines, ...broken]) expect([value, isTaken(value)]).toEqual([value, false]);
  },
);

test.each([
  ["reviewOrdersPerHour", -1, "must be a whole number from 0 to 10000"],
  ["reviewOrdersPerWeek", "20", "must be a whole number from 0 to 10000"],
  ["reviewRupeesPerWeek", 1.5, "must be a whole number from 0 to 100000000"],
  ["reviewRupeesPerWeek", 1e9, "must be a whole number from 0 to 100000000"],
  ["reviewHistoryDays", 366, "must be a whole number from 0 to 365"],
  ["reviewAboveTimesLargest", 0, "must be a whole number from 1 to 1000000"],
  ["reviewAboveTimesLargest", null, "must be a whole number from 1 to 1000000"],
])("refuses limits.%s of %j: %s", (field, value, reason) => {
  write("acme", { id: "acme", hostnames: ["shop.acme.example"], limits: { [field]: value } });
  expect(loadTenants(dir).problems).toMatchObject([{ field: `limits.${field}`, reason }]);
});

test("refuses unknown limits by name, and fills absent ones with defaults", () => {
  write("typo", { id: "typo", hostnames: ["typo.example"], limits: { reviewOrdersPerMonth: 5 } });
  write("acme", { id: "acme", hostnames: ["shop.acme.example"], limits: { reviewOrdersPerHour: 9 } });
  const { tenants, problems } = loadTenants(dir);
  expect(problems).toMatchObject([{ field: "limits", reason: expect.stringContaining("reviewOrdersPerMonth") }]);
  expect(tenants[0]!.limits).toMatchObject({
    reviewOrdersPerHour: 9,
    reviewOrdersPerWeek: 20,
    reviewRupeesPerWeek: 50_000,
    rupeesAlonePerDay: 10_000,
  });
});

test("a brand of the embedded API can promise only channels that it can send by, a brand of another backend any", () => {
  const problemsOf = (channels: string[], more: object = {}) => {
    const tenant = { id: "acme", hostnames: ["acme.example"], deliveryChannels: channels, ...more };
    return TenantSchema.safeParse(tenant).error?.issues.map(({ path, message }) => [path.join("."), message]);
  };
  const provider = { sms: { provider: "msg91" } };
  const by = (language: string) => ({ vouchers: { sms: { [language]: { id: "t1", values: ["link"] } } } });
  expect(problemsOf(["e-mail"])).toBeUndefined();
  expect(problemsOf(["SMS", "WhatsApp"], { api: { url: "https://api.acme.example" } })).toBeUndefined();
  expect(problemsOf(["SMS", "WhatsApp"])).toEqual([
    ["deliveryChannels", "name WhatsApp, but messages.whatsapp has no provider"],
    ["deliveryChannels", "name SMS, but messages.sms has no provider"],
  ]);
  const untranslated = [
    ["deliveryChannels", "name SMS, but messages.templates.vouchers.sms has no template in a language of the brand"],
  ];
  expect(problemsOf(["SMS"], { messages: provider })).toEqual(untranslated);
  expect(problemsOf(["SMS"], { messages: { ...provider, templates: by("hi") } })).toEqual(untranslated);
  expect(problemsOf(["e-mail", "SMS"], { messages: { ...provider, templates: by("en") } })).toBeUndefined();
});

test("keeps the shop's texts that a brand does not replace", () => {
  write("acme", { id: "acme", hostnames: ["acme.example"], texts: { congrats: "Thank you" } });
  const [{ texts }] = loadTenants(dir).tenants as [Tenant];
  expect(texts).toEqual({
    loginLead: "Login to your store or admin account",
    sortRecommended: "Price Range",
    productsFailed: "contact the adminstration ",
    enterDenomination: "Enter Denomination",
    deliveryNotice: "Gift cards are delivered digitally (SMS, WhatsApp, e-mail) and cannot be cancelled once issued.",
    consent: "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.",
    paymentSuccess: "Payment Success",
    congrats: "Thank you",
    pointsAdded: "Points has been added on your account",
    coinsRedeemed: "1000 Coins Redeemed on this site",
    linkExpired: "Link Expired!",
    sessionTimedOut: "Your payment session has timed out",
    goBackHome: "Go Back to HomePage",
    noVoucherDetails: "No voucher details available",
    onItsWay: "Your code is on its way, usually within 10 minutes.",
    delayed: "Your vouchers are taking longer than usual. We deliver them as soon as we have them.",
    noClaimUrl: "No claim URL available",
    purchasePromise: "Purchase voucher for any demonination, Earn 3x worth benefits",
  });
});

const PLAIN_TEXT = "must be one line of plain text, at most 200 characters";
const CONSENT = 'must contain "Terms and Conditions"; after it, {coins} is the only placeholder';
test.each([
  ["congrats", "", PLAIN_TEXT],
  ["congrats", "   ", PLAIN_TEXT],
  ["congrats", "a\nb", PLAIN_TEXT],
  ["congrats", "a\u0000b", PLAIN_TEXT],
  ["congrats", "x".repeat(201), PLAIN_TEXT],
  ["consent", "I accept the terms.", CONSENT],
  ["consent", "I accept Terms and Conditions and {coin} coins.", CONSENT],
  ["consent", "{coins} coins, and I accept Terms and Conditions.", CONSENT],
])("refuses texts.%s of %j", (name, text, reason) => {
  write("acme", { id: "acme", hostnames: ["acme.example"], texts: { [name]: text } });
  expect(loadTenants(dir)).toMatchObject({ tenants: [], problems: [{ field: `texts.${name}`, reason }] });
});

test("accepts a text of 200 characters in any script, and refuses an unknown name", () => {
  const congrats = "बधाई हो 🎉".padEnd(200, "!");
  write("acme", { id: "acme", hostnames: ["acme.example"], texts: { congrats } });
  write("typo", { id: "typo", hostnames: ["typo.example"], texts: { congratz: "Thank you" } });
  const { tenants, problems } = loadTenants(dir);
  expect(tenants).toMatchObject([{ id: "acme", texts: { congrats } }]);
  expect(problems).toMatchObject([{ field: "texts", reason: expect.stringContaining("congratz") }]);
});

describe("a brand's texts in its languages", () => {
  const parse = (more: object) => TenantSchema.safeParse({ id: "acme", hostnames: ["acme.example"], ...more });
  const problemsOf = (more: object) => parse(more).error?.issues.map(({ path, message }) => [path.join("."), message]);
  const terms = (text: string) => `must contain "${text}"; after it, {coins} is the only placeholder`;

  test("are those of its first language, whatever that is", () => {
    const texts = { congrats: "शुक्रिया" };
    expect(parse({ languages: ["hi", "en"], texts }).data!.texts).toMatchObject({
      congrats: "शुक्रिया",
      goBackHome: "होम पेज पर वापस जाएँ",
    });
  });

  test("name the terms in the words of their language", () => {
    const consent = "मुझे नियम और शर्तें मंज़ूर हैं, और {coins} कॉइन भी।";
    const translations = { hi: { texts: { consent } } };
    expect(problemsOf({ languages: ["en", "hi"], translations })).toBeUndefined();
    expect(problemsOf({ languages: ["hi"], texts: { consent } })).toBeUndefined();
    expect(problemsOf({ texts: { consent } })).toEqual([["texts.consent", terms("Terms and Conditions")]]);
    const english = { hi: { texts: { consent: "I accept Terms and Conditions." } } };
    expect(problemsOf({ languages: ["en", "hi"], translations: english })).toEqual([
      ["translations.hi.texts.consent", terms("नियम और शर्तें")],
    ]);
  });

  test("have beside them the parts of branding that are words or pictures with words", () => {
    const problems = (branding: object) =>
      problemsOf({ languages: ["en", "hi"], translations: { hi: { branding } } })?.map(([field]) => field);
    expect(problems({ organization_name: "मेपल", banner_url: "/media/brand/banner-hi.png" })).toBeUndefined();
    expect(problems({ primary_color: "#123456" })).toEqual(["translations.hi.branding"]);
    expect(problems({ banner_url: "/etc/passwd" })).toEqual(["translations.hi.branding.banner_url"]);
  });

  test("exist for languages of this installation, offered or not, and under known names", () => {
    expect(problemsOf({ translations: { hi: {} } })).toBeUndefined();
    expect(problemsOf({ translations: { hindi: {} } })).toEqual([["translations.hindi", "must be one of en, hi"]]);
    const typo = { hi: { texts: { congratz: "Thank you" } } };
    expect(problemsOf({ languages: ["en", "hi"], translations: typo })).toEqual([
      ["translations.hi.texts", expect.stringContaining("congratz")],
    ]);
  });
});
