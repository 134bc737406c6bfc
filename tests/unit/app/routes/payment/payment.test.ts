import { describe, expect, test, vi } from "vitest";

import { cartFingerprint, createOrderNumber, isOrderNumber } from "#app/commerce/order-number.server.ts";
import { UserSchema } from "#app/commerce/schemas/account.ts";
import { OrderSchema } from "#app/commerce/schemas/orders.ts";
import { findPaymentProblem, payButtonText, plainRupees, readPaymentChoice } from "#app/forms/payment.ts";
import { readQuantity } from "#app/pricing/amounts.ts";
import { readUpiPayee, usablePaymentLinks } from "#app/routes/payment/payment-links.ts";
import { canBePaid, screenWindow, secondsLeft } from "#app/routes/payment/payment-window.ts";
import { accountKey } from "#app/session/account-key.ts";

import { TenantSchema } from "../../../../../config/brand/schema.ts";

const NOW = Date.parse("2026-11-21T06:00:00Z");
const tenant = TenantSchema.parse({
  id: "acme",
  hostnames: ["acme.localhost"],
  api: { url: "embedded" },
  redirectOrigins: ["https://pay.example"],
});
const order = (wire: object) => OrderSchema.parse({ status: "PAYMENT_PENDING", ...wire });

describe("the order number", () => {
  test("is ORD, the time and random digits, and nothing else passes as one", () => {
    const number = createOrderNumber(NOW);
    expect(number).toMatch(new RegExp(`^ORD${NOW}\\d{9}$`));
    expect(new Set(Array.from({ length: 200 }, () => createOrderNumber(NOW))).size).toBe(200);
    expect(isOrderNumber(number)).toBe(true);
    for (const other of [
      null,
      "",
      "ORD1",
      `${number}0`,
      `x${number}`,
      number.toLowerCase(),
      number.replace(/\d$/, "x"),
    ])
      expect([other, isOrderNumber(other)]).toEqual([other, false]);
  });

  test("belongs to one cart: its lines in any order, its coins and its shopper", () => {
    const line = (id: string | null, name: string, quantity = 1, denomination = 50_000, recipientName = "") => {
      const product = { id, name, imageUrl: null, expiryDate: null };
      const gift = recipientName
        ? { recipientName, recipientEmail: "m@x.example", recipientPhone: "", message: "", sendOn: null }
        : null;
      const toPay = quantity * denomination;
      return { id: `line-${name}-${Math.random()}`, product, quantity, denomination, toPay, gift };
    };
    const [tea, books] = [line("1", "Tea"), line("2", "Books", 3)];
    const print = cartFingerprint([tea, books], true, "a@x.example");
    expect(cartFingerprint([line("2", "Books", 3), line("1", "Tea")], true, "a@x.example")).toBe(print);
    const others = [
      cartFingerprint([tea, books], false, "a@x.example"),
      cartFingerprint([tea, books], true, "b@x.example"),
      cartFingerprint([tea], true, "a@x.example"),
      cartFingerprint([tea, line("2", "Books", 2)], true, "a@x.example"),
      cartFingerprint([tea, line("2", "Books", 3, 10_000)], true, "a@x.example"),
      cartFingerprint([line(null, "Tea"), line(null, "Books", 3)], true, "a@x.example"),
      cartFingerprint([line("1", "Tea", 1, 50_000, "Meera"), books], true, "a@x.example"),
      cartFingerprint([line("1", "Tea", 1, 50_000, "Ravi"), books], true, "a@x.example"),
    ];
    expect(new Set([print, ...others]).size).toBe(others.length + 1);
    const nameless = line(null, "Tea");
    const again = cartFingerprint([{ ...nameless }], true, "a@x.example");
    expect(cartFingerprint([nameless], true, "a@x.example")).toBe(again);
    expect(cartFingerprint([line(null, "Tea")], true, "a@x.example"), "two products of one name").not.toBe(again);
  });

  test("distinguishes accounts by any field that the host sends", () => {
    const keyOf = (wire: object) => accountKey(UserSchema.parse(wire));
    const fields = [{ id: 7 }, { id: 8 }, { username: "Asha" }, { phone: "9876543210" }, { email: "a@x.example" }, {}];
    expect(fields.map(keyOf)).toEqual(["7", "8", "Asha", "9876543210", "a@x.example", ""]);
    const [one, other] = [
      { id: 7, email: "a@x.example" },
      { id: 8, email: "a@x.example" },
    ].map(keyOf);
    expect(one, "with one address").not.toBe(other);
    expect(one, "whose owner changes the address").toBe(keyOf({ id: 7, email: "b@x.example" }));
  });
});

describe("the payment window", () => {
  const WINDOWS: [what: string, wire: object, seconds: number][] = [
    ["300 s from its creation", { created_at: "2026-11-21T05:58:00Z" }, 180],
    ["in India's time without a zone", { created_at: "2026-11-21 11:28:00" }, 180],
    [
      "until its expiry, if the backend reports one",
      { created_at: "2026-11-21T05:00:00Z", expires_at: "2026-11-21T06:01:40Z" },
      100,
    ],
    ["never more than 300 s", { created_at: "2026-11-21T07:00:00Z" }, 300],
    ["a day, where the host says so", { expires_at: "2026-11-22T06:00:00Z" }, 86_400],
    ["never less than none", { created_at: "2026-11-21T05:00:00Z" }, 0],
    ["in seconds since 1970", { created_at: NOW / 1000 - 120 }, 180],
    ["in milliseconds since 1970", { created_at: NOW - 120_000 }, 180],
    ["a begun second counts", { expires_at: "2026-11-21T06:00:00.001Z" }, 1],
    ["300 s where the host tells nothing", {}, 300],
  ];
  test.each(WINDOWS)("is %s in every time zone of the server [MON-19]", (_what, wire, seconds) => {
    for (const zone of ["UTC", "Asia/Kolkata", "America/St_Johns", "Pacific/Kiritimati"]) {
      vi.stubEnv("TZ", zone);
      expect([zone, secondsLeft(order(wire), NOW)]).toEqual([zone, seconds]);
    }
    vi.unstubAllEnvs();
  });

  /** The screens' windows of an order that is `age` seconds old. */
  const windows = (age: number, seconds: number | null) => {
    const at = NOW - age * 1000;
    const wire = order({ created_at: at, ...(seconds !== null && { expires_at: at + seconds * 1000 }) });
    return (["payment", "verify"] as const).map((screen) => {
      const { windowSeconds, secondsLeft } = screenWindow(screen, wire, NOW);
      return [windowSeconds, secondsLeft];
    });
  };

  test("is the screen's own if the order has 300 s, and the order's own if it has more", () => {
    for (const seconds of [null, 300, 300.9]) {
      expect(windows(20, seconds)[0]).toEqual([300, seconds === 300.9 ? 281 : 280]);
      expect(windows(20, seconds)[1]).toEqual([180, 180]);
      expect(windows(200, seconds)[1]).toEqual([180, seconds === 300.9 ? 101 : 100]);
    }
    expect(windows(60, 900)).toEqual([
      [900, 840],
      [900, 840],
    ]);
    expect(windows(3_600, 86_400)).toEqual([
      [86_400, 82_800],
      [86_400, 82_800],
    ]);
  });

  test("counts from now if the backend reports only the end, and its text names that time", () => {
    const { windowSeconds, timeNote } = screenWindow("verify", order({ expires_at: NOW + 900_000 }), NOW);
    expect(windowSeconds).toBe(900);
    expect(timeNote).toBe("This order can be paid until 21 Nov 2026, 11:45 am, also from your order history.");
    expect(screenWindow("payment", order({ created_at: NOW }), NOW).timeNote).toBe(
      "An order can be paid for 5 minutes after it is placed.",
    );
  });

  test.each([
    ["success", ["success", "SUCCEEDED", "Completed", "paid", "PAYMENT_SUCCESS"]],
    ["expired", ["PAYMENT_EXPIRED", "timeout", "TIMED_OUT"]],
    ["failed", ["PAYMENT_FAILED", "failure", "Cancelled", "DECLINED", "error"]],
    ["refund-due", ["REFUND_DUE", "refunded"]],
    ["pending", ["PAYMENT_PENDING", "created", "under review", ""]],
  ])("reads an order as %s from each backend's words for it", (status, words) => {
    for (const word of words) expect([word, order({ status: word }).status]).toEqual([word, status]);
  });

  test("an order can be paid only while it is pending and has time left", () => {
    expect(canBePaid(order({ created_at: "2026-11-21T05:59:00Z" }), NOW)).toBe(true);
    expect(canBePaid(order({ created_at: "2026-11-21T05:54:59Z" }), NOW)).toBe(false);
    expect(canBePaid(order({ created_at: "2026-11-21T05:59:00Z", status: "PAYMENT_FAILED" }), NOW)).toBe(false);
  });
});

describe("the payment links", () => {
  const links = (paymentLinks: object, amount = 449.5) =>
    usablePaymentLinks(order({ amount, paymentLinks }), tenant, "http://acme.localhost");
  const upi = (am: string, cu = "INR") => `upi://pay?pa=acme%40bank&pn=Acme%20Gifts&tr=ORD1&am=${am}&cu=${cu}`;

  test("may lead to pages of the shop, allowed origins and UPI apps [P-05]", () => {
    const good = { phonePe: "/sandbox/upi?payment=1", paytm: "https://pay.example/1", other: upi("449.50") };
    expect(links(good)).toEqual({
      links: { phonepe: good.phonePe, paytm: good.paytm, other: good.other },
      refused: [],
    });
  });

  const evil = ["javascript:alert(1)", "https://evil.example/", "//evil.example", "data:text/html,x"];
  test.each(evil)("refuse %s [RED-04]", (gpay) => {
    expect(links({ gpay, other: "/sandbox/upi" })).toEqual({ links: { other: "/sandbox/upi" }, refused: ["gpay"] });
  });

  const wrong = [upi("1.00"), upi("4495"), upi("449.50", "USD"), upi("nothing")];
  test.each(wrong)("refuse %s, which requests another payment [PAY-10]", (gpay) => {
    expect(links({ gpay })).toEqual({ links: {}, refused: ["gpay"] });
  });
});

describe("the payee of a UPI link", () => {
  const query = "pa=acme%40bank&pn=Acme%20Gifts&am=449.50&cu=INR";
  const payee = { payload: `upi://pay?${query}`, id: "acme@bank", name: "Acme Gifts" };

  test.each([
    ["other", `upi://pay?${query}`],
    ["phonepe", `phonepe://pay?${query}`],
    ["gpay", `tez://upi/pay?${query}`],
    ["paytm", `intent://pay?${query}#Intent;scheme=upi;package=net.one97.paytm;end`],
  ] as const)("%s: draws %s as upi: [P-05]", (method, link) => {
    expect(readUpiPayee({ [method]: link })).toEqual(payee);
  });

  test("comes from the link for any app first; a page, or an app's link without a payee, has none [P-05]", () => {
    const other = "upi://pay?pa=first%40bank";
    expect(readUpiPayee({ phonepe: `phonepe://pay?${query}`, other })).toMatchObject({ id: "first@bank", name: null });
    expect(readUpiPayee({ other: `https://pay.example/?${query}`, gpay: "tez://upi/pay?tr=1" })).toBeNull();
    expect(readUpiPayee({ other: "/sandbox/upi?payment=1" })).toBeNull();
  });
});

describe("Pay", () => {
  test.each([
    [45_000, "phonepe", "Pay ₹450.00 with PhonePe"],
    [44_950, "gpay", "Pay ₹449.50 with Google Pay"],
    [111_060, null, "Pay ₹1110.60 with UPI"],
    [5, "other", "Pay ₹0.05 with Other UPI app"],
  ] as const)("shows %d paise by %s", (paise, method, text) => {
    expect(payButtonText(paise, method)).toBe(text);
  });

  test("an amount always shows two decimals", () => {
    expect([0, 100, 1_00_000_01].map(plainRupees)).toEqual(["0.00", "1.00", "100000.01"]);
  });

  test("reports the three mistakes in order, each screen in its own words [P-06]", () => {
    const none = { method: null, hasAcceptedTerms: false };
    const method = { method: "paytm", hasAcceptedTerms: false } as const;
    const both = { method: "paytm", hasAcceptedTerms: true } as const;
    const texts = (screen: "payment" | "verify") =>
      [none, method, both].map((choice) => findPaymentProblem(screen, choice, ["gpay"])?.text);
    expect(texts("payment")).toEqual([
      "Please select a payment method first",
      "Please accept the terms and conditions.",
      "Paytm payment option is currently unavailable.",
    ]);
    expect(texts("verify")).toEqual([
      "Please select a payment method",
      "Please accept the terms and conditions",
      "Paytm payment link is not available.",
    ]);
    expect(findPaymentProblem("verify", both, ["paytm"])).toBeNull();
  });

  test("refuses an unknown method", () => {
    const form = new FormData();
    form.set("method", "card");
    form.set("terms", "on");
    expect(readPaymentChoice(form)).toEqual({ method: null, hasAcceptedTerms: true });
  });
});

test.each([
  ["7", 0, 7],
  ["07", 1, 8],
  ["7", -1, 6],
  ["1", -1, 1],
  ["0", 0, 1],
  ["-3", 0, 1],
  ["", 1, null],
  ["abc", 0, null],
  ["1.5", 0, null],
  ["1e3", 0, null],
  ["999", 1, 999],
  ["1000", 0, null],
  ["1000", -1, null],
  [null, 0, null],
] as const)("asks with %s in the box and the step %s for %j [K-01]", (typed, step, expected) => {
  expect(readQuantity(typed, step)).toBe(expected);
});
