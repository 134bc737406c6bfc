import { afterEach, describe, expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { ageOrder, bookedOrder, freeCards, mailsAbout } from "../helpers/shop/books.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { DEMO } from "../helpers/shop/shop.ts";
import { addToCart, coinsOf, signIn, signUp } from "../helpers/shop/shopper.ts";
import { attribute, findAll } from "../helpers/text-browser/html.ts";
import type { Page } from "../helpers/text-browser/page.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

const shop = useSharedShop();
afterEach(() => freeCards(shop(), "aurora", "meridian", "tamarind"));
const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";

const orderIdOf = (page: Page) => new URL(page.url).searchParams.get("orderid")!;
/** On the payment screens, where it is the only link. */
const orderNumberOf = (screen: Page) => screen.text.match(/Order number (ORD\d+)/)![1]!;
const useCoins = (cart: Page) =>
  cart.submit("Apply", { [cart.fields().find((label) => label.startsWith("Use coins"))!]: true });
const pay = (screen: Page, method = "PhonePe") => screen.submit(/^Pay ₹/, { [method]: true, [TERMS]: true });
const open = (page: Page, path: string) => page.browser.open(new URL(path, page.url).href);

/** A cart with one card, up to the payment screen. */
async function checkOut(home: Page, name = "Raga Stream", amount = "₹299.00") {
  const screen = await (await addToCart(home, name, amount)).submit("Proceed to Checkout");
  expect(screen.path).toMatch(/^\/verify-details\?orderid=/);
  return screen;
}

test.each([
  ["aurora", "Kettle & Clove", "₹500.00", "fetch-metadata"],
  ["tamarind", "Raga Stream", "₹299.00", "referer"],
  ["aurora", "Raga Stream", "₹299.00", "lynx"],
] as const)(
  "completes a purchase with ten per cent coins, without JavaScript: %s, %s %s, %s [K-08] [P-09]",
  async (brand, name, amount, provenance) => {
    const home = await signIn(shop(), brand, DEMO, provenance);
    const before = coinsOf(home);
    const cart = await useCoins(await addToCart(home, name, amount, "2"));
    const total = 2 * Number(amount.replace(/[₹,]/g, ""));
    const coins = total / 10;
    const cash = (total - coins).toLocaleString("en-IN", { minimumFractionDigits: 2 });

    const screen = await cart.submit("Proceed to Checkout");
    expect(screen.heading).toBe(`₹ ${cash} | Make Payment`);
    const number = orderNumberOf(screen);
    const [reference = ""] = screen.text.match(/Reference [A-Z]{3}(?:-[0-9A-Z]{3}){2}/) ?? [];
    expect(reference).not.toBe("");
    expect(coinsOf(await open(screen, "/privacy"))).toBeCloseTo(before - coins, 2);

    const waiting = await pay(screen);
    expect(waiting.path).toMatch(/^\/pay\?orderid=/);
    const sandbox = await waiting.follow(/^Open/);
    expect(sandbox.heading).toContain(`₹${cash}`);
    const back = await sandbox.submit("Approve");
    expect(back.path).toBe(`/payment-success?orderid=${orderIdOf(screen)}`);
    expect(back.heading).toBe("Payment received");
    const paid = await open(screen, `/verify-details?orderid=${orderIdOf(screen)}`);
    expect([paid.heading, paid.href("OK")]).toEqual(["Payment Success", shop().url(brand, "/")]);
    expect(paid.refresh).toEqual({ seconds: 3, url: shop().url(brand, "/") });
    const shown = await paid.follow("Show code");
    expect([shown.heading, shown.refresh]).toEqual(["Payment received", undefined]);
    for (const page of [back, shown]) expect(page.text).toContain(reference);
    const tickets = findAll(shown.tree, (element) => attribute(element, "class") === "codes");
    expect(tickets.map((ticket) => attribute(ticket, "open") !== undefined)).toEqual([true, false]);
    expect(shown.text.match(/[A-Z]{2,3}\d{4}-\d{4}-\d{4}/g)).toHaveLength(2);

    const history = await back.follow("See your vouchers");
    const order = history.part(`Order ${number}`);
    expect(order.text).toMatch(/Completed/);
    expect(order.text).toContain(reference);
    const receipt = await open(history, `/receipt?orderid=${orderIdOf(screen)}`);
    expect(receipt.text).toMatch(new RegExp(`Order ${number} ${reference}.*Paid by UPI, r${reference.slice(1)}`));
    expect(
      order.text.match(/Card number [A-Z]{2,3}\d/g) ?? order.text.match(/[A-Z]{2,3}\d{4}-\d{4}-\d{4}/g),
    ).toHaveLength(2);
    expect(coinsOf(history)).toBeCloseTo(before - coins, 2);
    expect((await open(history, "/cart")).text).toContain("Your cart is empty.");

    const [card = ""] = order.text.match(/[A-Z]{2,3}\d{4}-\d{4}-\d{4}/) ?? [];
    const [mail = ""] = await waitUntil(() => {
      const mails = mailsAbout(shop(), brand, number);
      return mails.length > 0 && mails;
    });
    expect(mail).toContain("To: demo@awning.test");
    expect(mail).toContain(`Order ${number}, r${reference.slice(1)}`);
    expect(mail).toContain(card);
    expect(mail).toContain(shop().url(brand, "/order-history"));
    expect(mailsAbout(shop(), brand, number)).toHaveLength(1);
  },
);

test("the scripts of a payment screen do not delay its first paint, and no other page has any", async () => {
  const home = await signUp(shop(), "aurora");
  const screen = await checkOut(home);
  const preloads = (page: Page) => findAll(page.tree, (element) => attribute(element, "rel") === "modulepreload");
  expect(preloads(screen).length).toBeGreaterThan(2);
  expect(new Set(preloads(screen).map((link) => attribute(link, "fetchpriority")))).toEqual(new Set(["low"]));
  for (const path of ["/login", "/cart", "/privacy"]) expect(preloads(await open(screen, path))).toEqual([]);
});

describe("the bought voucher", () => {
  async function buy() {
    const screen = await checkOut(await signUp(shop(), "aurora"));
    const sandbox = await (await pay(screen)).follow(/^Open/);
    await waitUntil(async () => (await sandbox.submit("Approve")).heading === "Payment received");
    return { screen, orderId: orderIdOf(screen) };
  }

  test("is described in the popup of /verify-details, and once more on the home page", async () => {
    const { screen, orderId } = await buy();
    const paid = await open(screen, `/pay?orderid=${orderId}&method=phonepe&screen=verify`);
    expect(paid.path).toBe(`/verify-details?orderid=${orderId}`);
    expect(paid.alerts()).toEqual([expect.stringMatching(/^The home page opens in 3 seconds/)]);
    expect(paid.text).toContain("You bought 1 × Raga Stream for ₹299.00. Your vouchers are in your order history.");
    expect(paid.links().filter((name) => /vouchers|OK/.test(name))).toEqual(["See your vouchers", "OK"]);
    const home = await paid.follow("OK");
    expect(home.alerts()).toContainEqual(
      expect.stringMatching(/^You bought 1 × Raga Stream for ₹299\.00\..*See your vouchers$/),
    );
    expect((await home.reload()).text).not.toContain("You bought");
    const history = await home.follow("See your vouchers");
    expect(history.path).toBe(`/order-history?open=${orderId}`);
    expect(history.part(/Completed.*Raga Stream.*Card number/).text).toContain("₹299.00");
  });

  test("is shown beside the fixed texts in the popup of /payment, with its code covered", async () => {
    const { screen, orderId } = await buy();
    const paid = await open(screen, `/payment?orderid=${orderId}`);
    expect(paid.heading).toBe("Congrats");
    expect(paid.text).toMatch(/Points has been added on your account This purchase added no coins to your balance\./);
    expect(paid.text).toMatch(/1000 Coins Redeemed on this site No coins were used for this order\./);
    expect(paid.text).toMatch(/•••• \d{4} Redeem/);
    const state = await open(screen, `/order-state?orderid=${orderId}&screen=payment`);
    for (const { answer } of [paid, state]) expect(answer.text).not.toMatch(/[A-Z]{2,3}\d{4}-\d{4}-\d{4}/);
    // Its redirect leads to the order's page, which needs no notice.
    expect(paid.refresh).toEqual({ seconds: 4, url: expect.stringContaining("/payment-success?order_number=") });
    expect((await paid.follow("OK")).text).not.toContain("You bought");
  });

  test("stays on the screen for a shopper who wants to stay", async () => {
    const { screen, orderId } = await buy();
    const paid = await open(screen, `/verify-details?orderid=${orderId}`);
    const stays = await paid.follow("Stay on this page");
    expect([stays.heading, stays.refresh]).toEqual(["Payment Success", undefined]);
    expect(stays.text).toContain("This page stays open until you press a button.");
  });

  test("is announced only on the page after the popup, also for a shopper who stays", async () => {
    const { screen, orderId } = await buy();
    const paid = await open(screen, `/verify-details?orderid=${orderId}`);
    const stays = await paid.follow("Stay on this page");
    for (const { text } of [stays, await stays.reload()]) expect(text.split("You bought")).toHaveLength(2);
    expect((await stays.follow("OK")).text).toContain("You bought 1 × Raga Stream");
  });

  test("is announced after a script's poll on the page that the screen leads to", async () => {
    const { screen, orderId } = await buy();
    await open(screen, `/order-state?orderid=${orderId}`);
    expect((await open(screen, "/")).text).not.toContain("You bought");
    await open(screen, `/order-state?orderid=${orderId}&screen=verify`);
    expect((await open(screen, "/")).text).toContain("You bought 1 × Raga Stream");
  });
});

test("show the order: its lines, coins, recipient and total, and the terms as a link", async () => {
  const home = await signIn(shop(), "aurora");
  const gift = { "Send as Gift": true, "Recipient's name": "Meera", "Recipient's e-mail": "meera@example.com" };
  await addToCart(home, "Raga Stream", "₹999.00", "2");
  const cart = await useCoins(await addToCart(home, "Indigo Loom", "₹1,000.00", "1", gift));
  const first = await cart.submit("Proceed to Checkout");
  for (const path of ["/verify-details", "/payment"]) {
    const screen = await open(first, `${path}?orderid=${orderIdOf(first)}`);
    const order = screen.part("To pay");
    expect(order.text).toMatch(/2 × Raga Stream ₹999\.00 each ₹1,998\.00 1 × Indigo Loom Gift for Meera, as soon as/);
    expect(order.text).toMatch(/Subtotal ₹2,998\.00 299\.80 coins − ₹299\.80 To pay ₹2,698\.20/);
    expect(screen.part("Verify your details").text).toContain("We send the vouchers to demo@awning.test.");
    expect(screen.text).toContain("Order of ₹2,698.20 (3 cards)");
    expect(screen.text).toContain("This order uses 299.80 coins: no more are taken from your balance.");
    expect(screen.fields()).toContain(TERMS);
    expect(screen.part("I accept").href("Terms and Conditions")).toBe(shop().url("aurora", "/terms-conditions"));
    expect(screen.text).toMatch(/By paying with this code you accept the Terms and Conditions/);
    expect(screen.text).toMatch(/can be paid for 5 minutes after it is placed/);
  }
});

/** How much a payment screen's bar holds, and how far it is. */
const progressOf = (screen: Page) => {
  const [bar] = findAll(screen.tree, (element) => element.name === "progress");
  return ["max", "value"].map((name) => attribute(bar!, name));
};

describe("the payment screens", () => {
  test.each([
    ["/verify-details", "Please select a payment method", "Please accept the terms and conditions"],
    ["/payment", "Please select a payment method first", "Please accept the terms and conditions."],
  ])("require at %s the method, then the terms [P-06]", async (path, noMethod, noTerms) => {
    const first = await checkOut(await signUp(shop(), "aurora"));
    const screen = await open(first, `${path}?orderid=${orderIdOf(first)}`);
    const nothing = await screen.submit(/^Pay ₹/);
    expect([nothing.status, nothing.alerts()]).toEqual([400, expect.arrayContaining([noMethod])]);
    const method = await nothing.submit(/^Pay ₹/, { Paytm: true });
    expect([method.status, method.alerts()]).toEqual([400, expect.arrayContaining([noTerms])]);
    expect(method.value("Paytm")).toBeDefined();
    const both = await method.submit("Pay ₹299.00 with Paytm", { [TERMS]: true });
    expect(both.browser.answers.at(-2)!.status).toBe(303);
    expect([both.path, both.heading]).toEqual([expect.stringMatching(/^\/pay\?/), "Pay ₹299.00 with Paytm"]);
  });

  test("show the time left, the details, the four methods, and refresh once at the end [P-01] [P-04] [P-05]", async () => {
    const first = await checkOut(await signUp(shop(), "aurora"));
    const screen = await open(first, `/payment?orderid=${orderIdOf(first)}`);
    expect(screen.text).toMatch(/(5:00|4:5\d) Time remaining/);
    expect(progressOf(screen)).toEqual(["300", expect.stringMatching(/^(300|29\d)$/)]);
    expect(screen.part("Verify your details").text).toMatch(/Name Asha Rao Edit name Phone .* Edit phone Email \S+@/);
    expect(screen.fields()).toEqual(expect.arrayContaining(["PhonePe", "Paytm", "Google Pay", "Other UPI app", TERMS]));
    expect(screen.refresh!.seconds).toBeGreaterThan(290);
    expect(screen.refresh!.url).toBe(shop().url("aurora", `/timeexp?orderid=${orderIdOf(first)}`));
    ageOrder(shop(), "aurora", orderIdOf(first), 200);
    expect((await screen.reload()).text).toMatch(/1:(40|3\d) Less than 2 min left Time remaining/);
    const verify = await first.reload();
    expect(verify.text).toMatch(/1:(40|3\d) Less than 2 min left Time remaining/);
    expect(progressOf(verify)).toEqual(["180", expect.stringMatching(/^(100|9\d)$/)]);
  });

  test("refresh after Pay every 5 s, and on request [P-01]", async () => {
    const waiting = await pay(await checkOut(await signUp(shop(), "aurora")));
    expect(waiting.refresh).toEqual({ seconds: 5, url: waiting.url });
    expect(waiting.href("Check again")).toBe(waiting.url);
  });

  test("show a question before Back to Cart, keep the order of a shopper who stays, and abandon it otherwise [P-07]", async () => {
    const screen = await checkOut(await signUp(shop(), "aurora"));
    const question = await screen.follow("Back to Cart");
    expect(question.text).toContain("Are you sure you want to leave? Your payment session will be cancelled.");
    expect((await question.follow("Stay")).url).toBe(screen.url);
    const cart = await question.submit("Leave");
    expect(cart.path).toBe("/cart");
    expect(orderIdOf(await cart.submit("Proceed to Checkout"))).not.toBe(orderIdOf(screen));
  });

  test("report an expired link [P-11] [P-13] [R-22]", async () => {
    const screen = await checkOut(await signUp(shop(), "aurora"));
    ageOrder(shop(), "aurora", orderIdOf(screen), 301);
    const late = await open(screen, `/payment?orderid=${orderIdOf(screen)}`);
    expect(late.path).toBe(`/timeexp?orderid=${orderIdOf(screen)}`);
    expect(late.heading).toBe("Link Expired!");
    expect(late.text).toContain("Your payment session has timed out");
    const left = await late.submit("Go Back to HomePage");
    expect(left.path).toBe("/");
    expect([...left.browser.cookies.of(left.url).keys()]).not.toContain("checkout");
    await waitUntil(() => bookedOrder(shop(), "aurora", orderIdOf(screen)).status === "expired");
    const verify = await open(screen, `/verify-details?orderid=${orderIdOf(screen)}`);
    expect(verify.path).toBe("/");
    expect(verify.text).toContain("Payment session expired. You will be redirected to the home page.");
    expect(verify.links()).not.toContain("Pay now");
  });

  test("lead on to the order when only the screen's own time is over", async () => {
    const screen = await checkOut(await signUp(shop(), "aurora"));
    const home = await open(screen, `/verify-details?orderid=${orderIdOf(screen)}&expired=1`);
    expect(home.text).toMatch(/You will be redirected to the home page\. Your order is kept, and can be paid until \d/);
    const payment = await home.follow("Pay now");
    expect(payment.path).toBe(`/payment?orderid=${orderIdOf(screen)}`);
    expect(payment.heading).toMatch(/^Payment of ₹/);
  });

  test("report a missing order, or another shopper's [P-12]", async () => {
    const mine = await checkOut(await signUp(shop(), "aurora"));
    const other = await signUp(shop(), "aurora");
    const pages: string[] = [];
    for (const id of [orderIdOf(mine), "AAAAAAAAAAAAAAAAAAAAAA"]) {
      for (const path of ["/payment", "/verify-details", "/pay", "/order-state", "/leave-payment", "/timeexp"]) {
        const page = await open(other, `${path}?orderid=${id}`);
        expect([path, page.text]).not.toEqual([path, expect.stringMatching(/₹ ?299|Raga Stream|ORD\d{13}/)]);
        pages.push(`${page.status} ${page.text.replaceAll(id, "")}`);
      }
    }
    expect(pages.slice(0, 6)).toEqual(pages.slice(6));
  });

  test("let the shopper correct the details [P-03]", async () => {
    const screen = await checkOut(await signUp(shop(), "aurora"));
    const edit = await screen.follow("Edit phone");
    expect(edit.status).toBe(200);
    for (const link of ["Edit name", "Edit email"]) expect(screen.href(link)).toBe(edit.url);
    const current = edit.value("Current email")!;
    expect(edit.answer.text).toMatch(/<input(?=[^>]* name="email")[^>]* readonly/i);
    const saved = await edit.submit("Save", { Phone: "9123456780" });
    expect(saved.path).toBe(screen.path);
    expect(saved.part("Verify your details").text).toContain(`Phone 9123456780 Edit phone Email ${current}`);
    const moved = await (await saved.follow("Edit email")).submit("Save", { "New email": "gift@example.com" });
    expect(moved.part("Verify your details").text).toContain("Phone 9123456780 Edit phone Email gift@example.com");
  });
});

describe("the gateway's answers", () => {
  async function decide(decision: string) {
    const screen = await checkOut(await signUp(shop(), "aurora"), "Raga Stream", "₹99.00");
    const sandbox = await (await pay(screen)).follow(/^Open/);
    const back = await sandbox.submit(decision);
    return { screen, back, orderId: orderIdOf(screen) };
  }

  test("leave the order unpaid after a decline, and the cart is still there", async () => {
    const { back, orderId, screen } = await decide("Decline");
    expect(back.text).toMatch(/The payment was declined\. Your order is kept, and can be paid until/);
    expect(bookedOrder(shop(), "aurora", orderId)).toMatchObject({ status: "pending", vouchers: 0 });
    expect((await open(screen, "/cart")).text).toContain("Raga Stream");
  });

  test("a declined order is paid by one more press, with every method, and another shopper cannot", async () => {
    const { back, orderId } = await decide("Decline");
    const stranger = await signUp(shop(), "aurora");
    const refused = await stranger.send({
      method: "POST",
      action: `/try-again?orderid=${orderId}`,
      type: "",
      pairs: [],
    });
    expect(refused.status).toBe(404);
    const again = await back.submit("Try again");
    expect(again.path).toBe(`/payment?orderid=${orderId}`);
    expect(again.fields()).toEqual(expect.arrayContaining(["PhonePe", "Paytm", "Google Pay"]));
    const paid = await (await (await pay(again)).follow(/^Open/)).submit("Approve");
    expect(paid.text).toContain("Payment received");
    await waitUntil(() => bookedOrder(shop(), "aurora", orderId).status === "completed");
    expect(bookedOrder(shop(), "aurora", orderId)).toMatchObject({ vouchers: 1 });
  });

  test("deliver one voucher and one mail for three notifications [PAY-02]", async () => {
    const { screen, orderId } = await decide("Approve, notify three times");
    const number = orderNumberOf(screen);
    await waitUntil(() => mailsAbout(shop(), "aurora", number).length > 0);
    expect(bookedOrder(shop(), "aurora", orderId)).toMatchObject({ status: "completed", vouchers: 1 });
    expect(mailsAbout(shop(), "aurora", number)).toHaveLength(1);
  });

  test("keep a paid order paid when they arrive out of order [PAY-03]", async () => {
    const { orderId } = await decide("Approve, notify out of order");
    await new Promise((resolve) => setTimeout(resolve, 2_500)); // two rounds of the worker
    expect(bookedOrder(shop(), "aurora", orderId)).toMatchObject({ status: "completed", vouchers: 1 });
  });

  test("change nothing when forged [PAY-01]", async () => {
    const { back, orderId } = await decide("Forge a notification");
    expect(back.text).not.toContain("Payment received");
    expect(bookedOrder(shop(), "aurora", orderId)).toMatchObject({ status: "pending", vouchers: 0 });
    const answer = await send(shop().url("aurora", "/payment-notification"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ order_number: orderId, result: "success" }),
    });
    expect(answer.status).toBe(401);
  });

  test("are never taken from an address [PAY-06]", async () => {
    const screen = await checkOut(await signUp(shop(), "aurora"), "Raga Stream", "₹99.00");
    for (const claim of ["status=success", "decoded_status=success", "result=success&paid=1"]) {
      const page = await open(screen, `/payment-success?order_number=${orderNumberOf(screen)}&${claim}`);
      expect(page.text).not.toContain("Payment received");
    }
    expect(bookedOrder(shop(), "aurora", orderIdOf(screen)).status).toBe("pending");
  });

  test("lead a POST from the gateway to the page, and nothing else of it counts [R-24]", async () => {
    const body = "order_number=ORD1&status=success";
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: "https://gateway.example" };
    for (const name of ["order_number", "orderid"]) {
      const address = shop().url("aurora", `/payment-success?${name}=ORD1&x=2`);
      const answer = await send(address, { method: "POST", headers, body });
      expect([answer.status, answer.headers.location]).toEqual([303, `/payment-success?${name}=ORD1`]);
    }
  });

  test("lead back to the order by its number, in return URLs of today and of older orders", async () => {
    const screen = await checkOut(await signUp(shop(), "aurora"), "Raga Stream", "₹99.00");
    const [number, page] = [orderNumberOf(screen), `/payment-success?orderid=${orderIdOf(screen)}`];
    const cookies = screen.browser.cookies.of(screen.url);
    for (const isCheckoutKept of [true, false]) {
      if (!isCheckoutKept) cookies.delete("checkout");
      for (const path of ["/payment-success", "/payment-notification"]) {
        for (const name of ["order_number", "orderid"])
          expect((await open(screen, `${path}?${name}=${number}`)).path).toBe(page);
      }
    }
    const other = await signUp(shop(), "aurora");
    expect((await open(other, `/payment-success?order_number=${number}`)).path).toBe("/order-history");
    expect((await open(other, `/payment-success?orderid=${number}`)).status).toBe(404);
  });
});

describe("one cart, one order", () => {
  test("is the same order however often it is submitted [MON-03]", async () => {
    const cart = await addToCart(await signUp(shop(), "aurora"), "Raga Stream", "₹99.00");
    const screens = await Promise.all([1, 2, 3].map(() => cart.submit("Proceed to Checkout")));
    const again = await (await open(cart, "/cart")).submit("Proceed to Checkout");
    expect(new Set([...screens, again].map(orderIdOf)).size).toBe(1);
  });

  test("is not ordered at the old price after a change in another tab [MON-07]", async () => {
    const cart = await addToCart(await signUp(shop(), "aurora"), "Raga Stream", "₹99.00");
    await (await open(cart, "/cart")).submit("One more of Raga Stream");
    const answer = await cart.submit("Proceed to Checkout");
    expect(answer.status).toBe(409);
    expect(answer.text).toMatch(/To pay ₹198\.00/);
  });

  test("replaces its pending order by a new one, and holds coins once [MON-16]", async () => {
    const home = await signIn(shop(), "meridian");
    const before = coinsOf(home);
    const cart = await useCoins(await addToCart(home, "Raga Stream", "₹999.00"));
    const first = await cart.submit("Proceed to Checkout");
    const more = await (await useCoins(await open(first, "/cart"))).submit("One more of Raga Stream");
    const second = await more.submit("Proceed to Checkout");
    expect(orderIdOf(second)).not.toBe(orderIdOf(first));
    expect(coinsOf(await open(second, "/privacy"))).toBeCloseTo(before - 199.8, 2);
    ageOrder(shop(), "meridian", orderIdOf(second), 301);
    await waitUntil(() => bookedOrder(shop(), "meridian", orderIdOf(second)).status === "expired");
    expect(coinsOf(await open(second, "/privacy"))).toBeCloseTo(before, 2);
  });

  test("is ordered by no form without the description of the shown cart [MON-07]", async () => {
    const cart = await addToCart(await signUp(shop(), "aurora"), "Raga Stream", "₹99.00");
    const headers = {
      cookie: cart.browser.cookies.headerFor(cart.url)!,
      origin: new URL(cart.url).origin,
      "content-type": "application/x-www-form-urlencoded",
    };
    for (const body of ["intent=checkout", "intent=checkout&shown=", "intent=checkout&shown=9900-0"])
      expect([body, (await send(cart.url, { method: "POST", headers, body })).status]).toEqual([body, 409]);
  });

  test("ignores figures from the browser [INP-05]", async () => {
    const cart = await addToCart(await signUp(shop(), "aurora"), "Raga Stream", "₹999.00");
    const cookie = cart.browser.cookies.headerFor(cart.url)!;
    const [, shown = ""] = cart.answer.text.match(/name="shown" value="([^"]*)"/) ?? [];
    const forged = new URLSearchParams({
      intent: "checkout",
      shown,
      amount: "1",
      total: "1",
      coins_used: "998",
      to_pay: "1",
    });
    const headers = { cookie, origin: new URL(cart.url).origin, "content-type": "application/x-www-form-urlencoded" };
    const answer = await send(cart.url, { method: "POST", headers, body: forged.toString() });
    expect(answer.status).toBe(303);
    const screen = await open(cart, String(answer.headers.location));
    expect(screen.heading).toBe("₹ 999.00 | Make Payment");
  });
});
