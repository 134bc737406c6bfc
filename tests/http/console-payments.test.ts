import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { createRazorpaySimulator } from "../../simulators/razorpay/simulator.ts";
import { listen, type Listening } from "../../simulators/wire/listen.ts";
import { DEMO, useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import { KEY_ID, SECRET, startScriptedSupplier } from "../helpers/suppliers/scripted-supplier.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

// Operators set up how a brand is paid on a page, without JavaScript.

const KEYS = { keyId: "rzp_test_1", keySecret: "api-secret", webhookSecret: "hook-secret" };
const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const UPI = { gateway: "vpa", vpa: "maple@okbank" };
const demo = (more: object = {}) => ({ seed: "demo", branding: { organization_name: "Shop" }, ...more });
let supplier: Awaited<ReturnType<typeof startScriptedSupplier>>;
const shop = useShop(async () => {
  supplier = await startScriptedSupplier();
  const suppliers = { main: { kind: "http", url: supplier.url } };
  return {
    tenants: {
      acme: demo({ editedIn: "console", suppliers }),
      wrong: demo({ editedIn: "console" }),
      globex: demo(),
      maple: demo({ payments: UPI }),
    },
    env: {
      PAYMENTS_ACME_KEY_ID: KEYS.keyId,
      PAYMENTS_ACME_KEY_SECRET: KEYS.keySecret,
      PAYMENTS_ACME_WEBHOOK_SECRET: KEYS.webhookSecret,
      PAYMENTS_WRONG_KEY_ID: KEYS.keyId,
      PAYMENTS_WRONG_KEY_SECRET: "wrong-secret",
      PAYMENTS_WRONG_WEBHOOK_SECRET: KEYS.webhookSecret,
      SUPPLIER_ACME_MAIN_KEY_ID: KEY_ID,
      SUPPLIER_ACME_MAIN_SECRET: SECRET,
    },
  };
});
const desk = (path: string) => shop().url("console", path);
const read = (id: string) => JSON.parse(readFileSync(join(shop().tenantsDir, id, "tenant.json"), "utf8"));

let browser: TextBrowser;
let server: Listening;
const simulator = createRazorpaySimulator(KEYS);
beforeAll(async () => {
  server = await listen(simulator);
  browser = new TextBrowser();
  const { email, password } = DEMO_MEMBER;
  await (await browser.open(desk("/sign-in"))).submit("Sign in", { "E-mail address": email, Password: password });
});
afterAll(async () => {
  await server.close();
  await supplier.close();
});

const payments = (brand: string) => browser.open(desk(`/brands/${brand}/brand/payments`));

test("a brand is paid to its own UPI id as soon as that is saved, and the page explains the confirmation", async () => {
  const steps = await browser.open(desk("/brands/acme/open"));
  const start = await steps.follow("Choose how shoppers pay");
  expect([start.heading, start.text]).toEqual(["Payments", expect.stringContaining("Shoppers pay by Sandbox")]);
  const form = await start.follow("Own UPI id");
  const refused = await form.submit("Save: Own UPI id", { "UPI id": "acme" });
  expect([refused.status, refused.value("UPI id")]).toEqual([400, "acme"]);
  expect(refused.text).toContain("must be a UPI id such as maple@bank");
  const saved = await refused.submit("Save: Own UPI id", { "UPI id": "acme@okbank" });
  expect(saved.text).toContain("Saved as version 2: Own UPI id.");
  expect(saved.text).toContain("somebody confirms each payment under Payments to confirm");
  expect(read("acme").payments).toEqual({ gateway: "vpa", vpa: "acme@okbank", windowMinutes: 1440 });
  await expect
    .poll(async () => (await browser.open(desk("/brands/acme/payments/waiting"))).text)
    .not.toContain("This brand has a payment gateway");
});

test("a gateway is tried and saved once it accepts the credentials, and the page lists the remaining steps there", async () => {
  const form = await (await payments("acme")).follow("Razorpay");
  expect(form.text).toMatch(/PAYMENTS_ACME_KEY_SECRET Present/);
  const typed = { "Address of a simulator": server.url, Refunds: "manual" };
  const tried = await form.submit("Try", typed);
  expect(tried.text).toContain("Razorpay accepts the test key");
  expect([tried.value("Address of a simulator"), read("acme").payments.gateway]).toEqual([server.url, "vpa"]);
  const saved = await tried.submit("Save: Razorpay");
  expect(saved.text).toMatch(
    /Left to do at Razorpay.*Tick these events there:.*payment\.captured.*payment\.dispute\.lost/,
  );
  expect(saved.text).toContain(shop().url("acme", "/payment-notification"));
  expect(read("acme").payments).toEqual({ gateway: "razorpay", mode: "hosted", refunds: "manual", url: server.url });
  const brand = await browser.open(desk("/brands/acme/brand"));
  expect(brand.text).not.toContain("payments.gateway");
  expect(browser.answers.map(({ text }) => text).join()).not.toMatch(/api-secret|hook-secret|wrong-secret/);
});

test("the running shop takes payments there from then on", async () => {
  await expect
    .poll(async () => (await browser.open(desk("/brands/acme/payments/waiting"))).text)
    .toContain("This brand has a payment gateway");
  simulator.setWebhookUrl(shop().url("acme", "/payment-notification"));
  const home = await signIn(shop(), "acme", DEMO);
  const screen = await (await addToCart(home, "Raga Stream", "₹299.00")).submit("Proceed to Checkout");
  const page = await (await screen.submit("Continue to payment", { [TERMS]: true })).follow("Continue to payment");
  expect(page.url).toContain(server.url);
  expect((await page.submit("Pay ₹299.00")).url).toContain(shop().url("acme", "/payment-success"));
});

test("a gateway that refuses the credentials is saved only with a tick", async () => {
  const form = await browser.open(desk("/brands/wrong/brand/payments?gateway=razorpay"));
  expect(form.text).not.toContain("Save though");
  const refused = await form.submit("Save: Razorpay", { "Address of a simulator": server.url });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Nothing was saved.")]);
  expect([refused.value("Address of a simulator"), read("wrong").payments]).toEqual([server.url, undefined]);
  const tick = "Save though the gateway refuses the credentials or was not reached: payments may fail";
  const saved = await refused.submit("Save: Razorpay", { [tick]: true });
  expect([saved.status, read("wrong").payments.gateway]).toEqual([200, "razorpay"]);
  expect(saved.text).toContain("Razorpay refuses");
});

test("secrets that are missing are named before anything is tried", async () => {
  const form = await browser.open(desk("/brands/acme/brand/payments?gateway=phonepe"));
  expect(form.text).toMatch(/PAYMENTS_ACME_WEBHOOK_PASSWORD Missing/);
});

test("a brand whose files are kept elsewhere shows its payment settings, and has no button", async () => {
  const page = await payments("globex");
  expect(page.text).toContain("are kept elsewhere");
  expect(page.text).not.toMatch(/Save|Try/);
});

test("a supplier is tried, and its balance is in the list", async () => {
  const list = await (await browser.open(desk("/brands/acme/brand"))).follow("Suppliers");
  expect(list.heading).toBe("Suppliers");
  const tried = await list.submit("Try main");
  expect(tried.text).toContain("supplier main accepts the key");
  expect(tried.text).toContain("₹1,00,000.00");
  const none = await browser.open(desk("/brands/globex/brand/suppliers"));
  expect(none.text).toContain("None. The catalogue's file names");
});

test("a bank statement is imported only where shoppers pay to a UPI id", async () => {
  const statement = (brand: string) => browser.open(desk(`/brands/${brand}/payments/statement`));
  expect((await statement("maple")).text).toContain("A row confirms an order if");
  const none = await statement("acme");
  expect(none.heading).toBe("Import a bank statement");
  expect(none.text).toContain("This brand has a payment gateway, which confirms its payments without a statement.");
  expect(none.text).not.toContain("A row confirms an order if");
});

test("a payment to the UPI id is confirmed with a wrong UTR, and the UTR is corrected", async () => {
  const home = await signIn(shop(), "maple", DEMO);
  await (await addToCart(home, "Raga Stream", "₹299.00")).submit("Proceed to Checkout");
  const list = await browser.open(desk("/brands/maple/payments/waiting"));
  const [, number] = /\b(ORD\d+)\b/.exec(list.text)!;
  const typed = { "Order number or reference": number!, UTR: "633012345678", "Amount on the statement": "299" };
  const paid = await list.submit("Confirm", typed);
  expect(paid.text).toContain(`Order ${number}: `);
  const utrs = { "Wrong UTR": "633012345679", "Right UTR": "633012345670" };
  const refused = await paid.submit("Correct the UTR", utrs);
  expect([refused.status, refused.value("Right UTR"), refused.value("UTR")]).toEqual([400, "633012345670", ""]);
  expect(refused.text).toContain("No payment is booked with this UTR.");
  const corrected = await refused.submit("Correct the UTR", { "Wrong UTR": "633012345678" });
  expect(corrected.text).toContain(`Order ${number}: the UTR is corrected.`);
});
