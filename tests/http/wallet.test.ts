import ICAL from "ical.js";
import { describe, expect, test } from "vitest";

import { header } from "../helpers/http/http.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { type Shop, useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn, signUpHere } from "../helpers/shop/shopper.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
/** The demo brands show codes on every device; this one requires its confirmation. */
const guarded = useShop(() => ({ tenants: { maple: { seed: "demo", features: { productById: true } } } }));
const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const CODE = /[A-Z]{2,3}\d{4}-\d{4}-\d{4}/;
const open = (page: Page, path: string) => page.browser.open(new URL(path, page.url).href);

/** A new shopper with a card of ₹299, in the browser of the sign-up. */
async function buy(at: Pick<Shop, "url"> = shop(), brand = "aurora") {
  const { email, home } = await signUpHere(at, brand);
  const screen = await (await addToCart(home, "Raga Stream", "₹299.00")).submit("Proceed to Checkout");
  const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
  const paid = await (await waiting.follow(/^Open/)).submit("Approve");
  return { email, paid };
}

describe("the wallet", () => {
  test("shows a new card: in the list without its code, and on its page with number, PIN and barcode", async () => {
    const { paid } = await buy();
    const wallet = await paid.follow("wallet");
    expect([wallet.heading, wallet.path]).toEqual(["Wallet", "/wallet"]);
    expect(wallet.answer.text).not.toMatch(CODE);
    expect(header(wallet.answer, "cache-control")).toBe("private, no-store, no-cache");
    const card = await wallet.follow(/^Raga Stream/);
    const history = await open(card, "/order-history");
    const [code = ""] = CODE.exec(history.text)!;
    expect([card.heading, card.answer.text.includes(`<title>Raga Stream`)]).toEqual(["Raga Stream", true]);
    expect(card.text).toContain(code.replaceAll("-", " "));
    expect(card.answer.text).toContain('role="img" aria-label="Barcode of the card number"');
    expect(card.text).toContain("Turn up your screen’s brightness");
    expect(header(card.answer, "cache-control")).toBe("private, no-store, no-cache");
    expect((await open(card, `/wallet?card=${card.path.split("/")[2]}`)).path).toBe(card.path);
    expect((await history.follow(/^Show at the till/)).path).toBe(card.path);
  });

  test("covers the code on an unconfirmed device, in the page and in the calendar file, with the way to confirm it", async () => {
    const { email, paid } = await buy(guarded(), "maple");
    const own = await (await paid.follow("wallet")).follow(/^Raga Stream/);
    const code = CODE.exec((await open(own, "/order-history")).text)![0];
    const login = { "Email or phone": email, Password: "Gulmohar-7!" };
    const second = await (await new TextBrowser().open(guarded().url("maple", "/login"))).submit("Login", login);
    for (const path of ["/wallet", own.path, `${own.path}/expiry.ics`, "/wallet.ics"]) {
      const { answer, status } = await open(second, path);
      expect([path, status, answer.text.includes(code)]).toEqual([path, 200, false]);
    }
    const covered = await open(second, own.path);
    expect(covered.text).toContain(`•••• ${code.slice(-4)}`);
    expect(covered.answer.text).not.toMatch(/Barcode of the card number|wallet-barcode/);
    expect(covered.text).not.toMatch(/PIN \d/);
    const confirm = await covered.follow("Confirm this device to see them");
    expect(confirm.path).toBe(`/confirm-device?returnTo=${encodeURIComponent(own.path)}`);
  });

  test("keeps what is left, refuses more than the amount, and loses nothing that was typed", async () => {
    const { paid } = await buy();
    const card = await (await paid.follow("wallet")).follow(/^Raga Stream/);
    const label = "What is left on the card";
    for (const [typed, error] of [
      ["lots", "Please enter an amount in rupees, such as 250 or 99.50"],
      ["299.01", "At most ₹299.00 can be left"],
    ] as const) {
      const refused = await card.submit("Save", { [label]: typed });
      expect([refused.status, refused.value(label)]).toEqual([400, typed]);
      expect(refused.text).toContain(error);
    }
    const saved = await card.submit("Save", { [label]: "₹ 120.50" });
    expect([saved.status, saved.path, saved.value(label)]).toEqual([200, card.path, "120.50"]);
    expect(saved.text).toContain("₹120.50 left of ₹299.00");
    expect((await open(saved, "/wallet")).text).toContain("₹120.50 left of ₹299.00");
    const removed = await saved.submit("Save", { [label]: "" });
    expect(removed.text).toContain("Not noted");
  });

  test("moves used and archived cards apart and back, and finds them", async () => {
    const { paid } = await buy();
    const card = await (await paid.follow("wallet")).follow(/^Raga Stream/);
    const used = await card.submit("Mark as used");
    expect(used.alerts()).toContain("The voucher is marked as used.");
    expect((await open(used, "/wallet")).text).toContain("No cards to use");
    const shelf = await open(used, "/wallet?show=used");
    expect(shelf.text).toContain("Used (1)");
    expect((await open(used, "/order-history")).text).toContain("Mark as not used");
    const undone = await (await shelf.follow(/^Raga Stream/)).submit("Mark as not used");
    const archived = await undone.submit("Archive");
    expect((await open(archived, "/wallet?show=archived")).text).toContain("Archived (1)");
    const back = await archived.submit("Move back to the wallet");
    const wallet = await open(back, "/wallet");
    expect(wallet.text).toContain("Ready (1)");
    const found = await open(wallet, "/wallet?q=raga");
    expect([found.path, found.text]).toEqual(["/wallet?q=raga", expect.stringContaining("1 card matches “raga”")]);
    const none = await open(found, "/wallet?q=saree");
    expect(none.text).toContain("No card matches “saree”");
  });

  test("has calendar files that another program reads, without codes", async () => {
    const { paid } = await buy();
    const card = await (await paid.follow("wallet")).follow(/^Raga Stream/);
    for (const path of [`${card.path}/expiry.ics`, "/wallet.ics"]) {
      const { answer } = await open(card, path);
      expect(header(answer, "content-type")).toBe("text/calendar; charset=utf-8");
      expect(answer.text).not.toMatch(CODE);
      const [event, ...others] = new ICAL.Component(ICAL.parse(answer.text) as never).getAllSubcomponents("vevent");
      const read = new ICAL.Event(event);
      expect([read.uid, others]).toEqual([`card-${card.path.split("/")[2]}@aurora.localhost`, []]);
      expect([read.summary, read.startDate.isDate]).toEqual(["Raga Stream of ₹299.00 expires", true]);
      expect(event!.getAllSubcomponents("valarm")).toHaveLength(2);
    }
    expect((await open(card, "/wallet/none/expiry.ics")).status).toBe(404);
  });

  test("stores how the shopper is reminded", async () => {
    const { paid } = await buy();
    const wallet = await paid.follow("wallet");
    const saved = await wallet.submit("Save", { "Send no reminders": true });
    expect(saved.alerts()).toContain("Your choice of reminders is saved.");
    expect(saved.answer.text).toMatch(/value="none"[^>]*checked=""|checked=""[^>]*value="none"/);
  });

  test("is hidden from others: a visitor logs in first, another shopper finds no such card [U10]", async () => {
    const { paid } = await buy();
    const card = await (await paid.follow("wallet")).follow(/^Raga Stream/);
    const friend = await signIn(shop(), "aurora", { "Email or phone": "friend@awning.test", Password: "Demo@2026" });
    for (const path of [card.path, "/wallet/none"]) {
      const missing = await open(friend, path);
      expect([missing.status, missing.heading]).toEqual([404, "This card is not in your wallet"]);
    }
    expect((await open(friend, `${card.path}/expiry.ics`)).status).toBe(404);
    for (const path of ["/wallet", card.path, "/wallet.ics"]) {
      const anonymous = await new TextBrowser().open(shop().url("aurora", path));
      expect(anonymous.path).toBe(`/login?returnTo=${encodeURIComponent(path)}`);
    }
  });
});
