import { expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";

const branding = { organization_name: "Maple", email: "care@maple.example" };
const shop = useShop(() => ({ tenants: { maple: { branding, languages: ["en", "hi"] } } }));

const HINDI = { "accept-language": "hi-IN,hi;q=0.9" };
const ask = (path: string, headers: Record<string, string> = HINDI) => send(shop().url("maple", path), { headers });

test.each([
  ["terms-conditions", "नियम और शर्तें"],
  ["privacy", "गोपनीयता नीति"],
  ["cookies", "कुकी नीति"],
  ["help-center", "हेल्प सेंटर"],
  ["about-us", "Maple के बारे में"],
  ["contact-us", "हमसे संपर्क करें"],
  ["redemptionpage", "रिडीम कैसे करें?"],
  ["purchase-voucher", "वाउचर खरीदें और फ़ायदे पाएँ"],
])("/%s speaks Hindi", async (path, heading) => {
  const { status, text } = await ask(`/${path}`);
  expect(status).toBe(200);
  expect(text).toContain('<html lang="hi-IN"');
  expect(text).toMatch(new RegExp(`<h1[^>]*>${heading.replace("?", "\\?")}</h1>`));
});

test("the manifest is in the visitor's language, and browsers request it with the cookie", async () => {
  expect(JSON.parse((await ask("/manifest.webmanifest")).text)).toMatchObject({
    lang: "hi-IN",
    description: "Maple पर पूरे भारत के ब्रांड के गिफ़्ट कार्ड और वाउचर।",
  });
  const cookie = { ...HINDI, cookie: "lang=en" };
  expect(JSON.parse((await ask("/manifest.webmanifest", cookie)).text)).toMatchObject({ lang: "en-IN" });
  expect((await ask("/about-us")).text).toMatch(/<link rel="manifest"[^>]* crossorigin="use-credentials"/i);
});

test("refusals in plain text are in the visitor's language, security.txt is not", async () => {
  const post = (headers: Record<string, string>) =>
    send(shop().url("maple", "/login"), { method: "POST", headers: { ...HINDI, ...headers }, body: "x=1" });
  const refused = await post({ "sec-fetch-site": "cross-site" });
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("कुछ भी नहीं बदला गया।")]);
  const unread = await post({ "sec-fetch-site": "same-origin", "content-encoding": "compress" });
  expect([unread.status, unread.text]).toEqual([415, "यह एन्कोडिंग पढ़ी नहीं जा सकती।"]);
  expect((await ask("/.well-known/security.txt")).text).toContain("Preferred-Languages: en");
});
