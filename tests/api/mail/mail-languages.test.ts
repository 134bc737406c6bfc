import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { randomId } from "../../../api/domain/tokens.ts";
import { deliverOutbox } from "../../../api/mail/deliver-outbox.ts";
import type { MailContents, mailKinds } from "../../../api/mail/kinds.ts";
import { queueSealedMail } from "../../../api/mail/sealed-mail.ts";
import type { Message } from "../../../api/ports/mailer.ts";
import { queueMail } from "../../../api/repositories/mail/outbox.ts";
import { PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import {
  CARD,
  createShopper,
  loseCards,
  notify,
  paymentOf,
  placeOne,
  type Shopper,
  stockUp,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DAY_MS = 24 * 60 * 60_000;
const LOST = { product_id: PRODUCT.awkward, selectedDenomination: 100, quantity: 1 };

/** The Latin script in a mail of any language. */
const NAMES =
  /https?:\S+|\S+@\S+|acme rewards|Asha Rao|Ravi|Crust Court|Chrome on Android|\b(?:ORD|CARD-|PIN-)\S+|\bUPI\b/g;
const THREE_LATIN_WORDS = /[A-Za-z]+(?:[\s,.:?()]+[A-Za-z]+){2}/;

/** The first English words in a mail that is not English. */
function findEnglish({ subject, text, html }: Message) {
  const inHtml = html.replaceAll(/<style>.*?<\/style>|<[^>]+>/gs, "|");
  return THREE_LATIN_WORDS.exec([subject, text, inHtml].join("|").replaceAll(NAMES, "|"))?.[0];
}

describe.each(engines)("the language of mails on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { settings: { acme: { languages: ["en", "hi"] } } });
    await stockUp(api, 20);
  });
  afterEach(() => offer("en", "hi"));
  afterAll(() => api.close());

  const offer = (...codes: string[]) => void api.shop().tenant.languages.splice(0, 9, ...codes);

  /** A shopper who uses the shop in this language, with a gift in the cart and no mail left. */
  async function shopperIn(language: string) {
    const email = `shopper-${randomId().toLowerCase()}@example.test`;
    const gift = { recipient_name: "Ravi", recipient_email: `ravi-${email}`, message: "", send_on: null };
    await stockUp(api, 1, { product: LOST.product_id });
    const shopper = await createShopper(api, { coins: 5, email, cart: [CARD, { ...CARD, quantity: 1, gift }, LOST] });
    await api.request("POST", "/user/login/", { body: { username: email, password: PASSWORD, language } });
    await mailsOf(shopper);
    return shopper;
  }

  /** Delivers and takes the mails to a shopper, and to the recipient of the gift. */
  async function mailsOf({ email }: Shopper) {
    while (await deliverOutbox(api.shop()));
    return api.mails.splice(0).filter(({ to }) => to.endsWith(email));
  }

  const queue = <Kind extends keyof typeof mailKinds>(kind: Kind, contents: MailContents<Kind>) =>
    api.shop().db.transaction((tx) => queueSealedMail(tx, api.shop(), { kind, about: randomId(), contents }));

  async function causeAccountMails({ email, userId }: Shopper) {
    const url = "https://acme.localhost/page";
    for (const client of ["", "Chrome on Android"]) {
      await queue("confirm-device", { userId, code: "7KXM", client });
      await queue("new-device", { userId, client, at: api.clock.now() });
      await queue("new-device", { userId, client, at: api.clock.now(), isByPhone: true });
    }
    await queue("verify-email", { userId, url });
    await queue("signup-notice", { userId, url });
    await queue("password-changed", { userId });
    await queue("password-changed", { userId, isSignedIn: true });
    await queue("contact-changed", { userId });
    await queue("contact-changed", { userId, phone: "9812345678" });
    await queue("back-in-stock", { userId, productId: CARD.product_id, denomination: 50_000, url });
    await api.request("POST", "/user/forgot/", { body: { username: email } });
  }

  /** Two cards, a gift, a card that is lost, and a second payment. */
  async function causeOrderMails({ token }: Shopper) {
    const { orderId } = await placeOne(api, token, { amount: 1_600 });
    await loseCards(api, orderId, LOST.product_id);
    const payment = await paymentOf(api, orderId);
    for (const received of ["first", "second"])
      await notify(api, { ...payment, received_id: `${payment.payment_id}-${received}` });
  }

  async function causeLapse({ userId }: Shopper) {
    const { db, clock } = api.shop();
    const lots = db.read.selectFrom("coin_lots").select("id").where("user_id", "=", userId);
    const { id: about } = await lots.executeTakeFirstOrThrow();
    api.clock.turn(6 * DAY_MS);
    await db.transaction((tx) => queueMail(tx, { kind: "coins-lapse", about, now: clock.now() }));
  }

  /** Mails of every kind that a shopper or a recipient gets. */
  async function allMailsOf(shopper: Shopper) {
    await causeAccountMails(shopper);
    await causeOrderMails(shopper);
    const mails = await mailsOf(shopper);
    await causeLapse(shopper);
    return [...mails, ...(await mailsOf(shopper))];
  }

  test("is Hindi, and nothing else, for a shopper who uses the shop in Hindi", async () => {
    const mails = await allMailsOf(await shopperIn("hi"));
    expect(mails).toHaveLength(19);
    expect(mails.map(findEnglish).filter((words) => words !== undefined)).toEqual([]);
    expect(mails.filter(({ html }) => !html.includes('<html lang="hi-IN">'))).toEqual([]);
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        "acme rewards से आपके 2 गिफ़्ट कार्ड",
        "Asha Rao ने आपको गिफ़्ट भेजा है: Crust Court",
        "acme rewards से रिफ़ंड",
        "5 कॉइन जल्द एक्सपायर हो जाएँगे",
      ]),
    );
  });

  test("is English for a shopper who uses the shop in English", async () => {
    const shopper = await shopperIn("en");
    const mails = await allMailsOf(shopper);
    expect(mails.filter(({ html }) => !html.includes('<html lang="en-IN">'))).toEqual([]);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      "5 coins expire soon",
      "A login from a new device",
      "A login from a new device",
      "A login from a new device",
      "A login from a new device",
      "A phone number was added to your account",
      "Asha Rao has sent you a gift: Crust Court",
      "Confirm your e-mail address at acme rewards",
      "Crust Court is back at acme rewards",
      "Payment returned by acme rewards",
      "Refund from acme rewards",
      "You already have an account at acme rewards",
      "Your 2 gift cards from acme rewards",
      "Your code for a new device at acme rewards",
      "Your code for a new device at acme rewards",
      "Your code for a new password at acme rewards",
      "Your delivery address was changed",
      "Your password was changed",
      "Your password was changed",
    ]);
    const { text } = mails.find(({ subject }) => subject.startsWith("A login"))!;
    expect(text).toBe(`Hello Asha Rao,
Someone logged in to your account at acme rewards on ${/on (\d.*m) \(/.exec(text)![1]} (India time) from a new device. If that was you, you can ignore this mail. If not, choose a new password now (Forgot Password? on the login page). That signs every device out. Then write to help@acme.test.

--${" "}
acme rewards
Questions? help@acme.test
You get this mail because you have an account at acme rewards.
`);
  });

  test("is the brand's first one for a language that it does not offer any more, and for an account without one", async () => {
    const shopper = await shopperIn("hi");
    const subject = async (...codes: string[]) => {
      offer(...codes);
      await queue("contact-changed", { userId: shopper.userId });
      return (await mailsOf(shopper))[0]!.subject;
    };
    const [english, hindi] = ["Your delivery address was changed", "आपका डिलीवरी पता बदल गया है"];
    expect([await subject("en", "hi"), await subject("en")]).toEqual([hindi, english]);
    await api.shop().db.transaction((tx) => tx.updateTable("users").set({ language: null }).execute());
    expect([await subject("en", "hi"), await subject("hi", "en")]).toEqual([english, hindi]);
  });

  test("is English for the brand's staff, whatever the shop speaks", async () => {
    offer("hi");
    const to = "owner@acme.test";
    await queue("stock-low", { to, name: "Crust Court", free: 3, below: 5 });
    const mail = await api.takeMail(to);
    expect(mail.subject).toBe("Crust Court has 3 cards left at acme rewards");
    expect(mail.html).toContain('<html lang="en-IN">');
    expect(mail.text).toContain("Questions? help@acme.test");
  });
});
