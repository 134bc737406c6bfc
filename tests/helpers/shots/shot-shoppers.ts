import { DEMO, type Shop } from "../shop/shop.ts";
import { addToCart, askForReset, readMail, signIn, typeCode } from "../shop/shopper.ts";
import type { Page } from "../text-browser/page.ts";
import type { Screen } from "./screens.ts";

const GIFT = {
  "Send as Gift": true,
  "Recipient's name": "Meera Krishnan",
  "Recipient's e-mail": "meera@awning.test",
  "Message (optional)": "Happy birthday!\nSee you on Sunday.",
};
const TERMS = /^I accept Terms and Conditions/;

/** Signs in and fills a cart, and leaves one order to be paid and one that is, with a gift, as far as the screens need it. */
export async function prepareShoppers(shop: Shop, brand: string, screens: Screen[]) {
  const isNeeded = (as: Screen["as"]) => screens.some((screen) => screen.as === as);
  const shopper = isNeeded("shopper") || isNeeded("payer") ? await signIn(shop, brand) : undefined;
  const ids = { order: "", paid: "", token: "", card: "" };
  const asked = shopper && (await askForReset(shopper, DEMO["Email or phone"]));
  const cookies = { visitor: [], shopper: cookiesIn(shopper), payer: [] as Kept[] };
  if (shopper && isNeeded("payer")) {
    ids.paid = await payForCards(shopper);
    ids.token = (await readMail(shopper, GIFT["Recipient's e-mail"], /gift/))
      .href(/\/gift\?/)
      .split("?")
      .at(-1)!;
    const wallet = await shopper.browser.open(new URL("/wallet", shopper.url).href);
    ids.card = /href="\/wallet\/([\w-]+)"/.exec(wallet.answer.text)![1]!;
    await typeCode(asked!.form, asked!.code);
    ids.order = idOf(await (await fillCart(shopper)).submit("Proceed to Checkout"));
  } else if (shopper) await fillCart(shopper);

  cookies.payer = cookiesIn(shopper);
  return {
    cookiesOf: (as: Screen["as"]) => cookies[as].map(({ name, value }) => ({ name, value, url: shopper!.url })),
    fillIn: (path: string) =>
      path
        .replace("{order}", ids.order)
        .replace("{paid}", ids.paid)
        .replace("{token}", ids.token)
        .replace("{card}", ids.card),
  };
}

type Kept = { name: string; value: string };

const cookiesIn = (page: Page | undefined): Kept[] => (page ? [...page.browser.cookies.of(page.url).values()] : []);

async function fillCart(page: Page): Promise<Page> {
  const cart = await page.browser.open(new URL("/cart", page.url).href);
  if (cart.buttons().includes("Proceed to Checkout")) return cart;
  const [first, second] = await findCards(page);
  return addToCart(await addToCart(page, first, undefined, "2"), second);
}

/** Names of the first two available products. */
async function findCards(page: Page): Promise<[string, string]> {
  const catalogue = await page.browser.open(new URL("/", page.url).href);
  const names = catalogue.buttons().flatMap((button) => /^View Coupon for (.+)$/.exec(button)?.[1] ?? []);
  const [first, second] = names.filter(
    (name) => !catalogue.part(`View Coupon for ${name}`).text.includes("Unavailable"),
  );
  if (!first || !second) throw new Error(`Fewer than two products can be had at ${page.url}`);
  return [first, second];
}

/** @returns the id of an order with a gift that has been paid in the sandbox */
async function payForCards(page: Page): Promise<string> {
  await fillCart(page);
  const [name] = await findCards(page);
  const screen = await (await addToCart(page, name, undefined, "1", GIFT)).submit("Proceed to Checkout");
  const terms = screen.fields().find((label) => TERMS.test(label))!;
  const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [terms]: true });
  await (await waiting.follow(/^Open/)).submit("Approve");
  return idOf(screen);
}

const idOf = (page: Page) => encodeURIComponent(new URL(page.url).searchParams.get("orderid")!);
