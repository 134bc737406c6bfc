import { afterEach, expect, test } from "vitest";

import { freeCards, giveBack } from "../helpers/shop/books.ts";
import { enrol, forgetCodes, openConsole } from "../helpers/shop/members.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, readMail, signUp } from "../helpers/shop/shopper.ts";
import { endedJob } from "../helpers/text-browser/ended-job.ts";
import type { Values } from "../helpers/text-browser/form.ts";
import type { Page } from "../helpers/text-browser/page.ts";

const SELLER = { organization_name: "Aurora Rewards", email: "care@aurora.test", primary_color: "#2b2391" };
/** Holds the orders of every account that is younger than a day. */
const shop = useShop(() => ({
  tenants: { aurora: { branding: SELLER, seed: "demo", limits: { reviewAccountsYoungerThanHours: 24 } } },
}));
afterEach(() => freeCards(shop(), "aurora"));

const TERMS = "I accept Terms and Conditions";
const SEND_SEEN = "2 codes of this order may have been seen. The refund is right all the same.";
const open = (page: Page, path: string) => page.browser.open(new URL(path, page.url).href);

/** A new shopper's paid order, to themselves or to somebody else. @returns its number */
async function buy(delivery: Values = {}, quantity = "1") {
  const cart = await addToCart(await signUp(shop(), "aurora"), "Raga Stream", "₹299.00", quantity, delivery);
  const screen = await cart.submit("Proceed to Checkout");
  const terms = screen.fields().find((label) => label.startsWith(TERMS))!;
  const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [terms]: true });
  const back = await (await waiting.follow(/^Open/)).submit("Approve");
  expect(back.status).toBe(200);
  return screen.text.match(/Order number (ORD\d+)/)![1]!;
}

test("finds a held order, refuses it with a reason, and shows that in its timeline, without JavaScript", async () => {
  const [number, other] = [await buy(), await buy()];
  const orders = await open(await openConsole(shop()), "/brands/aurora/orders");
  expect(orders.text).toContain(other);
  const found = await orders.submit("Search", { Search: number.slice(-6), Needs: "Held for review" });
  expect(found.path).toContain(`q=${number.slice(-6)}`);
  expect(found.text).not.toContain(other);

  const order = await found.follow(number);
  expect(order.heading).toBe(`Order ${number}`);
  const email = /\S+@\S+\.\w+/.exec(order.text)![0];
  expect((await order.follow(new RegExp(email))).heading).toBe(email);
  expect(order.text).toContain("Held for review: the account is young");
  const missed = await order.submit("Refuse", { Reason: " " });
  expect(missed.status).toBe(400);
  expect(missed.alerts()).toContain("Say why, in a few words");
  const refused = await missed.submit("Refuse", { Reason: "The card was stolen" });
  expect(refused.alerts()).toContain("The order is refused. Its money goes back.");
  const told = refused.part("Refused in the review");
  expect(told.text).toContain("owner@awning.test");
  expect(told.text).toContain("The card was stolen");
  expect(refused.text).not.toContain("Release");

  // A form that was open in another tab.
  const late = await order.submit("Release", { Reason: "The mother knows the friend" });
  expect(late.status).toBe(400);
  expect(late.alerts()).toContain("This order is not held any more.");
});

test("decides nothing with a page that is older than the order's review, and shows the order as it is", async () => {
  const number = await buy();
  const stale = await (await open(await openConsole(shop()), `/brands/aurora/orders?q=${number}`)).follow(number);
  expect(stale.text).toContain("Held for review: the account is young");
  giveBack(shop(), "aurora", number);
  for (const press of ["Release", "Refuse"]) {
    const answer = await stale.submit(press, { Reason: "The shopper is known" });
    expect([press, answer.status]).toEqual([press, 409]);
    expect(answer.alerts()).toContain("The order has changed since you opened it. Check it again.");
    expect(answer.text).not.toContain("Held for review: the account is young");
  }
  const fresh = await open(stale, stale.path);
  const refused = await fresh.submit("Refuse", { Reason: "The money went back" });
  expect(refused.alerts()).toContain("The order is refused. Its money goes back.");
});

test("releases an order, shows one code once, keeps a note, and exports a filtered list", async () => {
  const number = await buy();
  const order = await (await open(await openConsole(shop()), `/brands/aurora/orders?q=${number}`)).follow(number);
  const silent = await order.submit("Release", { Reason: " " });
  expect([silent.status, silent.alerts()]).toEqual([400, expect.arrayContaining(["Say why, in a few words"])]);
  const released = await silent.submit("Release", { Reason: "The shopper is known" });
  const shown = await released.submit("Show the code", { Reason: "The mail was lost" });
  const code = shown.part("The code, shown this once").text.match(/Card number\s+(\S+)/)![1]!;
  expect(code).toMatch(/\d{4}/);
  const noted = await shown.submit("Keep the note", { Note: "Read out on the phone." });
  expect(noted.text).toContain("Read out on the phone.");
  expect(noted.text).toContain("Code revealed");
  expect(noted.text).not.toContain(code);

  expect((await open(noted, `/brands/aurora/orders?q=${code}`)).text).toContain(number);
  const csv = await open(noted, `/brands/aurora/orders.csv?q=${number}&status=completed`);
  expect(csv.answer.text.split("\r\n")).toHaveLength(3);
  expect(csv.answer.text).toContain(`${number},completed,released,`);
  const owed = await open(noted, "/brands/aurora/money/refunds.csv");
  expect(owed.answer.text).toMatch(/^kind,order,since \(IST\),reason,cash,coins,state\r\n/);
});

test("releases ticked orders after a preview, and refuses all that match a filter, without JavaScript", async () => {
  const numbers = [await buy(), await buy(), await buy()];
  const signedIn = await openConsole(shop());
  const list = await open(signedIn, "/brands/aurora/orders?attention=held");
  const nothing = await list.submit("Release");
  expect([nothing.status, nothing.alerts()]).toEqual([
    400,
    ["Tick at least one row, or choose all that match the filter."],
  ]);
  const ticked = { [`Tick order ${numbers[0]}`]: true, [`Tick order ${numbers[1]}`]: true };
  const preview = await endedJob(await list.submit("Release", ticked));
  expect(preview.headings().slice(-3)).toEqual([
    "Preview: release of orders",
    "Release 2 orders",
    "2 will be released",
  ]);
  const silent = await preview.submit("Release 2 orders", { Reason: " " });
  expect([silent.status, silent.alerts()]).toEqual([400, expect.arrayContaining(["Say why, in a few words"])]);
  const started = await silent.submit("Release 2 orders", { Reason: "The shoppers are known" });
  expect(started.alerts()).toEqual(["The work has started."]);
  const released = await endedJob(started);
  expect(released.text).toContain("Orders 2 released");
  expect(released.links()).toEqual(expect.arrayContaining(numbers.slice(0, 2)));
  const csv = await open(released, new URL(released.href("Download all rows as CSV")).pathname);
  expect(csv.answer.text.split("\r\n").slice(0, 3)).toEqual([
    "order,outcome,detail",
    `${numbers[1]},done,₹299.00`,
    `${numbers[0]},done,₹299.00`,
  ]);
  const order = await released.follow(numbers[0]!);
  expect(order.part("Released from the review").text).toContain("The shoppers are known");
  const twice = await preview.submit("Release 2 orders", { Reason: "The shoppers are known" });
  expect([twice.status, twice.alerts()]).toEqual([
    400,
    ["This has been started already, or is too old. Begin again from the list."],
  ]);

  const found = await open(order, `/brands/aurora/orders?q=${numbers[2]}`);
  const all = await endedJob(await found.submit("Refuse and refund", { "All orders that match the filter": true }));
  const refused = await endedJob(await all.submit("Refuse 1 order", { Reason: "Nobody answers" }));
  expect(refused.text).toContain("Orders 1 refused");
  const again = await endedJob(await found.submit("Refuse and refund", { "All orders that match the filter": true }));
  expect(again.text).toContain("Nothing can be done.");
  expect(again.text).toContain("not held for review");
  expect(again.buttons()).not.toContain("Refuse 1 order");
});

test("refunds an order card by card, and a form that is sent twice once, without JavaScript", async () => {
  const number = await buy({}, "2");
  const held = await (await open(await openConsole(shop()), `/brands/aurora/orders?q=${number}`)).follow(number);
  const order = await held.submit("Release", { Reason: "The shopper is known" });
  const [CARDS, SEEN] = ["Raga Stream, ₹299.00", "Refund also codes that were seen and may be used."];
  const one = { [CARDS]: "1", [SEEN]: true, Reason: "Bought twice" };
  const first = await order.submit("Refund", one);
  expect(first.alerts()).toEqual(["The cards are refunded. Send the refund, unless it is on its way by itself."]);
  expect(first.text).toContain("Of 1. The shopper can see the codes.");
  const twice = await order.submit("Refund", one);
  expect([twice.status, twice.alerts()]).toEqual([
    400,
    ["Cards of this order were refunded meanwhile. Look at what is left, and choose again."],
  ]);
  expect(twice.part(CARDS).value(CARDS)).toBe("0");
  const second = await twice.submit("Refund", one);
  expect(second.alerts()).toEqual(["The cards are refunded. Send the refund, unless it is on its way by itself."]);
  expect(second.text).toMatch(/Refund 1 ₹299\.00, .*Refund 2 ₹299\.00, .*Not refunded Nothing/s);
  expect(second.buttons()).not.toContain("Refund");
  // The first form of two: each sends its own refund.
  const sent = await second.submit("Send", { Reason: "Bought twice", [SEND_SEEN]: true });
  expect(sent.alerts()).toEqual(["The refund is booked."]);
  expect(sent.text.match(/Not sent yet/g)).toHaveLength(1);
  const all = await sent.submit("Send", { Reason: "Bought twice", [SEND_SEEN]: true });
  expect(all.alerts()).toEqual(["The refund is booked."]);
  expect(all.text).not.toContain("Not sent yet");
});

test("sends a gift again, and to another address with a reason and a code, and keeps typed values, without JavaScript", async () => {
  const gift = { "Send as Gift": true, "Recipient's name": "Meera", "Recipient's e-mail": "meera-1@example.com" };
  const number = await buy(gift);
  const path = `/brands/aurora/orders?q=${number}`;
  await (
    await (await open(await openConsole(shop()), path)).follow(number)
  ).submit("Release", { Reason: "The shopper is known" });
  const shopper = await signUp(shop(), "aurora");
  const link = async (to: string) => (await readMail(shopper, to, /has sent you a gift/)).href(/\/gift\?/);
  const first = await link("meera-1@example.com");

  const { browser, codes } = await enrol(shop(), "support@awning.test", "support");
  const order = await (await browser.open(shop().url("console", path))).follow(number);
  const again = await order.submit("Send the gift");
  expect(again.alerts()).toEqual(["The gift is sent again."]);

  forgetCodes(shop());
  const typed = { "New address": "meera-2@example.com", Reason: "She has moved" };
  const [CODE, BUTTON] = ["Code of your authenticator app", "Send to the new address"];
  const missing = await again.submit(BUTTON, typed);
  const wrong = await missing.submit(BUTTON, { [CODE]: "000000" });
  for (const [page, text] of [
    [missing, "Enter the code of your authenticator app to confirm this."],
    [wrong, "This code is wrong or was used before. Wait for the next one."],
  ] as const) {
    expect([page.status, page.alerts()]).toEqual([400, [text]]);
    const form = page.part("New address");
    expect([form.value("New address"), form.value("Reason"), form.value(CODE)]).toEqual([...Object.values(typed), ""]);
  }
  const sent = await wrong.submit(BUTTON, { [CODE]: codes[0]! });
  expect(sent.alerts()).toEqual(["The gift goes to the new address or number."]);
  expect(sent.part("Gift sent to another address").text).toContain("support@awning.test");
  expect((await shopper.browser.open(first)).status).toBe(404);
  expect((await shopper.browser.open(await link("meera-2@example.com"))).status).toBe(200);
});

test("shows a filter's error beside its field, and keeps the rest", async () => {
  const page = await open(await openConsole(shop()), "/brands/aurora/orders?q=asha&from=yesterday");
  expect(page.status).toBe(400);
  expect(page.alerts()).toContain("Enter a day, such as 2026-11-21.");
  expect(page.answer.text).toContain('value="asha"');
  const bad = await open(page, "/brands/aurora/orders?status=sold");
  expect(bad.status).toBe(400);
  expect((await open(page, "/brands/aurora/orders/none")).status).toBe(404);
});
