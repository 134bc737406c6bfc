import { describe, expect, test } from "vitest";

import { header, send } from "../helpers/http/http.ts";
import { mailsAbout, sendGiftsNow } from "../helpers/shop/books.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { DEMO } from "../helpers/shop/shop.ts";
import { addToCart, readMail, signIn, signUp } from "../helpers/shop/shopper.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

const shop = useSharedShop();
const NAME = "Raga Stream";
const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const CODE = /[A-Z]{2,3}\d{4}-\d{4}-\d{4}/;

const open = (page: Page, path: string) => page.browser.open(new URL(path, page.url).href);
/** The day in India, so many days from now. */
const day = (ahead: number) => new Date(Date.now() + 19_800_000 + ahead * 86_400_000).toISOString().slice(0, 10);

let recipients = 0;
const gift = (change: Record<string, string> = {}) => ({
  "Send as Gift": true,
  "Recipient's name": "Meera Krishnan",
  "Recipient's e-mail": `meera-${++recipients}@example.com`,
  "Message (optional)": "Happy birthday!\nSee you on Sunday.",
  ...change,
});

async function openProduct(home: Page, name = NAME, amount = "₹299.00"): Promise<Page> {
  const results = await open(home, `/search?q=${encodeURIComponent(name)}`);
  const card = results.part(`View Coupon for ${name}`);
  return card.submit(/^View Coupon/, { [card.fields()[0]!]: amount });
}

/** From the cart to the history, approved in the sandbox. */
async function payFor(cart: Page): Promise<Page> {
  const screen = await cart.submit("Proceed to Checkout");
  const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
  const back = await (await waiting.follow(/^Open/)).submit("Approve");
  return back.follow("See your vouchers");
}

async function buyGift(change: Record<string, string> = {}) {
  const fields = gift(change);
  const home = await signUp(shop(), "aurora");
  const cart = await (await openProduct(home)).submit("Add to Cart", fields);
  return { cart, recipient: fields["Recipient's e-mail"], history: await payFor(cart) };
}

/** The link in the newest mail to somebody. */
const linkFor = async (page: Page, recipient: string) =>
  (await readMail(page, recipient, /has sent you a gift/)).href(/\/gift\?/);

test("refuses an incomplete gift, keeps the typed text, and gives each field its reason [C-17]", async () => {
  const product = await openProduct(await signUp(shop(), "aurora"), "Kettle & Clove", "₹500.00");
  expect(product.value("Send as Gift")).toBeUndefined();
  const typed = {
    Quantity: "4",
    "Recipient's name": "M".repeat(51),
    "Recipient's e-mail": "meera",
    "Message (optional)": "क".repeat(301),
    "Delivery date (optional)": day(-1),
  };
  const refused = await product.submit("Add to Cart", { "Send as Gift": true, ...typed });
  expect(refused.status).toBe(400);
  expect(refused.value("Send as Gift")).toBe("gift");
  for (const [label, value] of Object.entries(typed)) expect([label, refused.value(label)]).toEqual([label, value]);
  const reasons = [
    "Name cannot exceed 50 characters",
    "Email must start with a letter and use valid format (e.g., name@example.com)",
    "Message cannot exceed 300 characters",
    "Please choose today or a later day",
  ];
  for (const reason of reasons) expect(refused.alerts()).toContain(reason);
  expect((await open(product, "/cart")).text).toContain("Your cart is empty.");

  // The backend checks the card's validity, and its message shows beside the day.
  const far = await refused.submit("Add to Cart", gift({ "Delivery date (optional)": day(364) }));
  expect(far.alerts()).toEqual(expect.arrayContaining([expect.stringMatching(/^This card can be sent until \d{4}/)]));
  const own = await far.submit("Add to Cart", { "Add to my account (for personal use)": true });
  expect(own.path).toBe("/cart");
  expect(own.text).not.toContain("Gift for");
});

test("gives each recipient a separate line in the cart [C-17]", async () => {
  const home = await signUp(shop(), "aurora");
  const forRavi = { "Recipient's name": "Ravi", "Delivery date (optional)": day(5) };
  for (const fields of [gift(), gift(forRavi)]) await (await openProduct(home)).submit("Add to Cart", fields);
  await addToCart(home, NAME, "₹299.00");
  const cart = await open(home, "/cart");
  expect(cart.text).toContain("Gift for Meera Krishnan, as soon as you have paid");
  expect(cart.text).toMatch(/Gift for Meera Krishnan, as soon as you have paid, to meera-\S+ \S/);
  expect(cart.text).toMatch(/Gift for Ravi, \d{1,2} [A-Z][a-z]{2} \d{4}/);
  const more = await cart.submit(`One more of ${NAME} for Ravi`);
  expect(more.value(`Quantity of ${NAME} for Ravi`)).toBe("02");
  expect(more.value(`Quantity of ${NAME} for Meera Krishnan`)).toBe("01");
  expect(more.value(`Quantity of ${NAME}`)).toBe("01");
});

test("leads a gift from the shelf to its recipient's codes, which its buyer never sees", async () => {
  const { history, recipient } = await buyGift();
  const order = history.part(/Order ORD/);
  expect(order.text).toMatch(/Gift for Meera Krishnan, (on its way|sent) to meera-/);
  expect(order.text).not.toMatch(CODE);
  expect(order.text).not.toContain("No voucher details available");

  const link = await linkFor(history, recipient);
  const { pathname, search } = new URL(link);
  expect(pathname + search).toMatch(/^\/gift\?[\w-]{22}$/);
  const number = /ORD\d{22}/.exec(order.text)![0];
  const [buyersMail = ""] = await waitUntil(() => {
    const mails = mailsAbout(shop(), "aurora", number);
    return mails.length > 0 && mails;
  });
  expect(buyersMail).toContain("Gift for Meera Krishnan");

  // Somebody else, without an account here.
  const page = await new TextBrowser("referer").open(link);
  expect([page.status, page.heading]).toEqual([200, "Asha Rao has sent you a gift"]);
  for (const text of [NAME, "₹299.00", "For Meera Krishnan", "Happy birthday! See you on Sunday."])
    expect(page.text).toContain(text);
  expect(page.answer.text).not.toMatch(CODE);
  expect(header(page.answer, "cache-control")).toBe("private, no-store, no-cache");
  expect(header(page.answer, "referrer-policy")).toBe("same-origin");
  expect(page.answer.text).toMatch(/<meta name="robots" content="noindex"\/>/);
  expect((await history.reload()).text).toMatch(/Gift for Meera Krishnan, sent to meera-/);

  const opened = await page.submit("Open your gift");
  expect(opened.headings()).toContain("How to redeem");
  expect(opened.text).toContain("Paste the card number and the PIN");
  const [code = ""] = CODE.exec(opened.text) ?? [];
  expect([opened.status, opened.path, code]).toEqual([200, pathname + search, expect.stringMatching(CODE)]);
  expect(opened.text).toMatch(/Valid until \d/);
  expect(header(opened.answer, "cache-control")).toBe("private, no-store, no-cache");
  const again = await (await new TextBrowser().open(link)).submit("Open your gift");
  expect(again.text).toContain(code);
  const later = await history.reload();
  expect(later.text).toMatch(/Gift for Meera Krishnan, opened on \d/);
  expect(later.answer.text + buyersMail).not.toContain(code);
  expect(shop().log).not.toContain(search.slice(1));
});

describe("a gift's link", () => {
  test("opens in the form of older mails, with additions of other programs, in each language, and in text browsers", async () => {
    const { history, recipient } = await buyGift();
    const link = await linkFor(history, recipient);
    const token = new URL(link).search.slice(1);
    const at = (path: string) => shop().url("aurora", path);
    for (const path of [
      `/gift/${token}`,
      `/gift/?${token}`,
      `/gift?${token}=`,
      `/gift?${token}.`,
      `/gift?${token}&utm_source=chat&utm_medium=sms`,
      `/gift?${token}?fbclid=IwAR0aaaaaaaaaaaaaaaaaaaaaaaa`,
      `/gift?gclid=short&${token}`,
      `/gift?${encodeURIComponent(token).replace(/^./, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`,
    ]) {
      const page = await new TextBrowser("lynx").open(at(path));
      expect([path, page.status, page.heading]).toEqual([path, 200, "Asha Rao has sent you a gift"]);
      expect([path, header(page.answer, "cache-control")]).toEqual([path, "private, no-store, no-cache"]);
      expect([path, header(page.answer, "referrer-policy")]).toEqual([path, "same-origin"]);
      const opened = await page.submit("Open your gift");
      expect([path, opened.text]).toEqual([path, expect.stringMatching(CODE)]);
    }
    const english = await new TextBrowser().open(link);
    const hindi = await english.follow("हिन्दी");
    // React Router adds "=" to the query of the page.
    expect(hindi.path).toBe(`/gift?${token}=&lang=hi`);
    expect(hindi.heading).toBe("Asha Rao की ओर से आपके लिए गिफ़्ट");
    const opened = await hindi.submit("अपना गिफ़्ट खोलें");
    expect(opened.text).toMatch(CODE);
    expect((await opened.follow("English")).heading).toBe("Asha Rao has sent you a gift");
    for (const path of [`/gift?lang=hi&${token}`, `/gift?lang=hi&${token}=&x=1`])
      expect((await new TextBrowser().open(at(path))).heading).toBe("Asha Rao की ओर से आपके लिए गिफ़्ट");
    for (const path of [
      "/gift",
      "/gift?",
      "/gift?lang=en",
      `/gift?${token}x`,
      `/gift?x=${token}`,
      `/gift?${token.slice(1)}`,
    ]) {
      const page = await new TextBrowser().open(at(path));
      expect([path, page.status, page.heading]).toEqual([path, 404, "This link opens no gift"]);
    }
    expect(shop().log).not.toContain(token);
  });
});

test("refuses an unknown link, and one that is opened from another site", async () => {
  const { history, recipient } = await buyGift();
  const link = await linkFor(history, recipient);
  const pages = await Promise.all(
    [
      `${link}x`,
      shop().url("aurora", "/gift/%00"),
      shop().url("aurora", `/gift/${"a".repeat(43)}`),
      shop().url("aurora", `/gift?${"a".repeat(22)}`),
    ].map((url) => new TextBrowser().open(url)),
  );
  for (const page of pages) {
    expect([page.status, page.heading]).toEqual([404, "This link opens no gift"]);
    expect(page.text).toContain("Open the newest e-mail or message about your gift");
  }
  const elsewhere = new TextBrowser();
  expect((await elsewhere.open(link.replace("aurora", "tamarind"))).status).toBe(404);

  const forged = await send(link, { method: "POST", headers: { origin: "https://elsewhere.example" } });
  expect([forged.status, forged.text]).toEqual([403, expect.not.stringMatching(CODE)]);
  expect((await send(link, { method: "HEAD" })).status).toBe(200);
  expect((await history.reload()).text).toContain("sent to");
});

test("keeps a gift through the login, in a cookie that is unreadable", async () => {
  const product = await openProduct(await new TextBrowser().open(shop().url("meridian")));
  const login = await product.submit("Add to Cart", gift({ "Recipient's name": "Meera of Meridian" }));
  expect(login.path).toMatch(/^\/login/);
  const cookies = decodeURIComponent(product.browser.cookies.headerFor(login.url)!);
  const [, wish = ""] = /wish=([^;]+)/.exec(cookies)!;
  for (const part of [wish, ...wish.split(".")])
    expect(Buffer.from(part, "base64").toString() + part).not.toMatch(/Meera|example\.com/);
  const cart = await login.submit("Login", DEMO);
  expect([cart.path, cart.text]).toEqual(["/cart", expect.stringContaining("Gift for Meera of Meridian")]);

  // One letter of it changed, and it is no wish.
  const changed = await openProduct(await new TextBrowser().open(shop().url("meridian")));
  const second = await changed.submit("Add to Cart", gift({ "Recipient's name": "Changed" }));
  const kept = changed.browser.cookies.headerFor(second.url)!;
  const headers = {
    cookie: kept.replace(/(wish=.{40})(.)/, (_all, start, letter) => start + (letter === "A" ? "B" : "A")),
    origin: new URL(second.url).origin,
    "content-type": "application/x-www-form-urlencoded",
  };
  const body = new URLSearchParams({ username: DEMO["Email or phone"], password: DEMO.Password }).toString();
  expect((await send(second.url, { method: "POST", headers, body })).status).toBe(303);
  const home = await signIn(shop(), "meridian");
  expect((await open(home, "/cart")).text).not.toContain("Gift for Changed");
});

describe("the order history", () => {
  test("shows a gift's day, lets the buyer redirect it, and sends it when the day comes", async () => {
    const { history, recipient } = await buyGift({ "Delivery date (optional)": day(3) });
    expect(history.text).toMatch(/Gift for Meera Krishnan, scheduled for \d{1,2} [A-Z][a-z]{2} \d{4} to meera-/);
    const refused = await history.submit("Save", { "Recipient's e-mail": "meera" });
    expect([refused.status, refused.value("Recipient's e-mail")]).toEqual([400, "meera"]);
    expect(refused.alerts()).toContain("Email must start with a letter and use valid format (e.g., name@example.com)");
    const saved = await refused.submit("Save", { "Recipient's e-mail": `right-${recipient}` });
    expect(saved.alerts()).toContain(`The gift goes to right-${recipient}.`);
    expect(saved.text).toContain(`to right-${recipient}`);
    sendGiftsNow(shop(), "aurora");
    const page = await new TextBrowser().open(await linkFor(history, `right-${recipient}`));
    expect((await page.submit("Open your gift")).text).toMatch(CODE);
  });

  test("ends the first link when a gift is sent to another address, and keeps an opened gift where it is", async () => {
    const { history, recipient } = await buyGift();
    const wrong = await linkFor(history, recipient);
    const sent = await history.reload();
    const again = await sent.submit("Send again", { "Recipient's e-mail": `right-${recipient}` });
    expect(again.status).toBe(200);
    const right = await linkFor(again, `right-${recipient}`);
    expect((await new TextBrowser().open(wrong)).status).toBe(404);
    await (await new TextBrowser().open(right)).submit("Open your gift");
    const opened = await again.reload();
    const forced = await opened.submit("Send again", { "Recipient's e-mail": "thief@example.com" });
    expect([forced.status, forced.alerts()]).toEqual([
      400,
      expect.arrayContaining(["This gift was opened, so it stays with the person who has it."]),
    ]);
  });
});

describe("a gift to a phone", () => {
  const PHONE = "Recipient's mobile number";
  const EMAIL = "Recipient's e-mail";
  let phones = 0;
  const freshPhone = () => `91234${String(++phones).padStart(5, "0")}`;
  const written = (phone: string) => `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`;
  const linkIn = async (page: Page, phone: string) => {
    const message = await readMail(page, `+91${phone}`, /SMS: a gift/);
    const [, token] = /\/gift\?([\w-]{22})/.exec(message.text)!;
    return shop().url("aurora", `/gift?${token}`);
  };
  const buyFor = async (fields: Record<string, string>) => {
    const home = await signUp(shop(), "aurora");
    return (await openProduct(home)).submit("Add to Cart", gift({ [EMAIL]: "", ...fields }));
  };

  test("needs a mobile number or an address, and keeps what was typed", async () => {
    const product = await openProduct(await signUp(shop(), "aurora"));
    expect(product.text).toContain("Enter a number only if its owner agrees to a message.");
    const nobody = await product.submit("Add to Cart", gift({ [EMAIL]: "" }));
    expect(nobody.status).toBe(400);
    expect(nobody.alerts()).toContain("Please enter the recipient's mobile number or e-mail address");
    for (const [typed, reason] of [
      ["080 2345 6789", /landline/],
      ["12345", /Enter 10-digit mobile number/],
      ["2345678901", /Enter 10-digit mobile number/],
    ] as const) {
      const refused = await nobody.submit("Add to Cart", gift({ [EMAIL]: "", [PHONE]: typed }));
      expect([refused.status, refused.value(PHONE)]).toEqual([400, typed]);
      expect(refused.alerts()).toContainEqual(expect.stringMatching(reason));
    }
    expect((await open(product, "/cart")).text).toContain("Your cart is empty.");
    const hindi = await product.follow("हिन्दी");
    expect(hindi.text).toContain("नंबर तभी डालें, जब जिनका नंबर है वे मैसेज पाने के लिए सहमत हों।");
  });

  test("leads by a message to the codes, and shows the giver the number", async () => {
    const [phone, address] = [freshPhone(), "phone-first@example.com"];
    const cart = await buyFor({ [PHONE]: `+91 ${phone.slice(0, 5)}-${phone.slice(5)}`, [EMAIL]: address });
    expect(cart.text).toContain(`Gift for Meera Krishnan, as soon as you have paid, to ${written(phone)}, ${address}`);
    const history = await payFor(cart);
    const link = await linkIn(history, phone);
    expect((await history.reload()).text).toContain(`Gift for Meera Krishnan, sent to ${written(phone)}`);
    expect((await open(history, "/sandbox/outbox")).text).not.toContain(address);
    const opened = await (await new TextBrowser("lynx").open(link)).submit("Open your gift");
    expect([opened.status, opened.text]).toEqual([200, expect.stringMatching(CODE)]);
    expect((await history.reload()).text).toMatch(/Gift for Meera Krishnan, opened on \d/);
    expect(shop().log).not.toMatch(new RegExp(`${phone}|${new URL(link).search.slice(1)}`));
  });

  test("goes to a corrected number or an address, and the first link ends", async () => {
    const [wrong, right] = [freshPhone(), freshPhone()];
    const history = await payFor(await buyFor({ [PHONE]: wrong }));
    const first = await linkIn(history, wrong);
    const sent = await history.reload();
    const refused = await sent.submit("Send again", { [PHONE]: "080 2345 6789" });
    expect([refused.status, refused.value(PHONE)]).toEqual([400, "080 2345 6789"]);
    expect(refused.alerts()).toContainEqual(expect.stringMatching(/landline/));
    const nobody = await sent.submit("Send again", { [PHONE]: "" });
    expect(nobody.alerts()).toContain("Please enter the recipient's mobile number or e-mail address");
    const again = await sent.submit("Send again", { [PHONE]: right });
    expect(again.alerts()).toContain(`The gift goes to ${written(right)}.`);
    const second = await linkIn(again, right);
    expect((await new TextBrowser().open(first)).status).toBe(404);
    const mailed = await (await again.reload()).submit("Send again", { [PHONE]: "", [EMAIL]: "instead@example.com" });
    expect(mailed.alerts()).toContain("The gift goes to instead@example.com.");
    const third = await linkFor(mailed, "instead@example.com");
    expect((await new TextBrowser().open(second)).status).toBe(404);
    expect((await (await new TextBrowser().open(third)).submit("Open your gift")).text).toMatch(CODE);
  });
});
