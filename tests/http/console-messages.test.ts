import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { createExotelSimulator, type ExotelSimulator } from "../../simulators/exotel/simulator.ts";
import { listen, type Listening } from "../../simulators/wire/listen.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

// Providers and templates are set up and tried with a simulated provider, on the console's pages, without JavaScript.

const TEXT = "{#var#}: your gift cards are ready: https://own.localhost/order-history?{#var#}";
const DLT = { entityId: "1101000000000000001", headers: ["OWNGFT"], texts: { "1107000000000000001": TEXT }, urls: [] };

let simulator: ExotelSimulator;
let server: Listening;
const shop = useShop(async () => {
  simulator = createExotelSimulator({ accountSid: "own1", apiKey: "the-key", apiToken: "the-token", dlt: DLT });
  server = await listen(simulator);
  const env = {
    MESSAGES_OWN_SMS_API_KEY: "the-key",
    MESSAGES_OWN_SMS_API_TOKEN: "the-token",
    MESSAGES_OWN_SMS_CALLBACK_KEY: "callback-key",
  };
  return { tenants: { own: { seed: "demo", editedIn: "console" }, kept: { seed: "demo" } }, env };
});
const desk = (path: string) => shop().url("console", path);
const messagesOf = (brand: string) => browser.open(desk(`/brands/${brand}/brand/messages`));
const read = (brand: string) => JSON.parse(readFileSync(join(shop().tenantsDir, brand, "tenant.json"), "utf8"));

let browser: TextBrowser;
beforeAll(async () => {
  browser = new TextBrowser();
  const { email, password } = DEMO_MEMBER;
  await (await browser.open(desk("/sign-in"))).submit("Sign in", { "E-mail address": email, Password: password });
});
afterAll(() => server.close());

test("a demo without providers shows its outbox, and its files that are kept elsewhere are only shown", async () => {
  const page = await messagesOf("kept");
  expect(page.text).toContain("The demo's outbox page");
  expect(page.buttons()).toEqual(expect.arrayContaining(["Send a test message"]));
  const channel = await page.follow("SMS");
  expect([channel.heading, channel.buttons().includes("Save: MSG91")]).toEqual(["SMS", false]);
  const form = await browser.open(desk("/brands/kept/brand/message-template?kind=gift&channel=sms&language=en"));
  expect(form.status).toBe(404);
});

test("a provider is tried and set, a template added, a test message sent, and all removed again", async () => {
  const list = await messagesOf("own");
  const form = await (await list.follow("SMS")).follow("Exotel");
  const settings = {
    "Account SID": "own1",
    "DLT header": "OWNGFT",
    "Principal entity id": DLT.entityId,
    "Address of a simulator": server.url,
    "Price of one message, in paise": "12.5",
  };
  const wrong = await form.submit("Save: Exotel", { ...settings, "DLT header": "?" });
  expect([wrong.status, wrong.value("Account SID"), read("own").messages]).toEqual([400, "own1", undefined]);
  const refused = await wrong.submit("Save: Exotel", { ...settings, "Account SID": "other" });
  expect(refused.text).toContain("Exotel refuses the key or the account");
  const tried = await refused.submit("Try", { "Account SID": "own1" });
  expect(tried.text).toContain("Exotel accepts the key");
  const saved = await tried.submit("Save: Exotel");
  expect([saved.heading, saved.text]).toEqual(["Messages", expect.stringContaining("SMS goes by Exotel")]);
  expect(read("own").messages.sms).toMatchObject({ provider: "exotel", paise: 12.5 });
  expect(saved.text).toContain("MESSAGES_OWN_SMS_API_KEY Present");
  expect(saved.text).toContain("is missing: SMS sends no vouchers");

  const template = await saved.follow("Add Vouchers are ready, SMS, English");
  const pin = await template.submit("Save", {
    "Id or name of the template": "v1",
    "Values in the order of its variables": "pin",
  });
  expect([pin.status, pin.value("Id or name of the template")]).toEqual([400, "v1"]);
  expect(pin.text).toContain("vouchers has name, shop, order, link only");
  const added = await pin.submit("Save", {
    "Values in the order of its variables": "name, link",
    "DLT template id (optional)": "1107000000000000001",
    "Registered text": TEXT,
  });
  expect(added.text).toContain('the template "Vouchers are ready" by SMS in English is set');
  expect(read("own").messages.templates.vouchers.sms.en).toMatchObject({
    id: "v1",
    text: TEXT,
    values: ["name", "link"],
  });

  const number = { "Mobile number": "98765 43210", Channel: "sms" };
  // The shop takes up the new files within a second.
  await waitUntil(async () =>
    (await (await messagesOf("own")).submit("Send a test message", number)).text.includes("Accepted (Exotel"),
  );
  expect(simulator.messages.at(-1)).toMatchObject({ to: "+919876543210", text: expect.stringContaining("Asha") });
  const none = await (await messagesOf("own")).submit("Send a test message", { ...number, Message: "gift" });
  expect([none.status, none.value("Mobile number")]).toEqual([400, "98765 43210"]);

  const gone = await (await none.follow("Change Vouchers are ready, SMS, English")).submit("Remove");
  expect(gone.text).toContain('"Vouchers are ready" by SMS in English is removed');
  const last = await (await gone.follow("SMS")).submit("Remove");
  expect([last.text, read("own").messages]).toEqual([expect.stringContaining("SMS has no provider now"), undefined]);
  const audit = await browser.open(desk("/brands/own/audit"));
  for (const act of ["messages.try", "messages.set", "messages.remove", "messages.test"])
    expect(audit.text).toContain(act);
  expect(audit.text).not.toContain("9876543210");
});
