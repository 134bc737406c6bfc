import { tokenCookie } from "../../tests/helpers/http/token-cookies.ts";
import { SECRETS } from "../../tests/helpers/processes/deployment.ts";
import { namingOthers } from "../../tests/helpers/shop/strangers.ts";
import { type Page, TextBrowser } from "../../tests/helpers/text-browser/page.ts";
import { type BenchShopper, SHOPPER_NAMES, withBrand } from "../brand.ts";

const TERMS = /^I accept Terms/;
/** The pause between the tries of a purchase that met a fault. */
const PAUSE_MS = 100;

type Shop = Parameters<Parameters<typeof withBrand>[1]>[0];
type UrlOf = (brand: string, path: string) => string;

/** A shopper who buys once and has no coins. With coins they would pay less, on another screen. */
type Buyer = { token: string; name: string; browser?: TextBrowser; number?: string; sandbox?: string; isPaid: boolean };

/** Shoppers who buy and pay through the pages of a deployment, several at once, each until they have paid. */
export class PageBuyers {
  readonly #buyers: Buyer[];
  readonly #waiting: Buyer[];
  #lanes: Promise<void>[] = [];
  #isOver = false;
  paid = 0;
  /** Purchases that met a fault and began again. */
  begunAgain = 0;

  constructor(shoppers: BenchShopper[]) {
    const withoutCoins = shoppers.filter(({ hasCoins }) => !hasCoins);
    this.#buyers = withoutCoins.map(({ token, name }) => ({ token, name, isPaid: false }));
    this.#waiting = [...this.#buyers];
  }

  /** @param pauseMs the pause between two purchases of a lane */
  start(urlOf: UrlOf, { lanes = 6, pauseMs = 0 } = {}) {
    this.#isOver = false;
    this.#lanes = Array.from({ length: lanes }, () => this.#run(urlOf, pauseMs));
  }

  /** Ends after the current purchases. */
  async stop() {
    this.#isOver = true;
    await Promise.all(this.#lanes);
  }

  /** Waits for this number of further paid orders. @throws after two minutes */
  async orders(count: number) {
    for (const until = Date.now() + 120_000, goal = this.paid + count; this.paid < goal;) {
      if (Date.now() > until) throw new Error(`no ${count} orders in two minutes; ${this.paid} so far`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async #run(urlOf: UrlOf, pauseMs: number) {
    while (!this.#isOver) {
      const buyer = this.#waiting.shift();
      if (!buyer) return;
      while (!(await buy(buyer, urlOf).catch(() => false)) && !this.#isOver) {
        this.begunAgain++;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      if (buyer.isPaid) this.paid++;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /**
   * Counts the answers so far that contain the name of a shopper other than the requester.
   * @throws if no answer contains its own shopper's name: then nothing was compared
   */
  pages() {
    const seen = this.#buyers.map(({ name, browser }) => ({ name, answers: browser?.answers ?? [] }));
    const crossed = seen.flatMap(({ name, answers }) => namingOthers(answers, name, SHOPPER_NAMES));
    const own = seen.flatMap(({ name, answers }) => answers.filter(({ text }) => text.includes(`${name}<`)));
    if (own.length === 0) throw new Error("no page names its shopper");
    return { crossed: crossed.length, detail: `${own.length} pages name their shopper` };
  }

  /** Checks the orders: each payer has one, with its two vouchers and one mail. */
  async compare({ db }: Shop) {
    const completed = await db.read
      .selectFrom("orders")
      .innerJoin("users", "users.id", "orders.user_id")
      .select(["orders.id", "orders.order_number", "users.username"])
      .where("orders.status", "=", "completed")
      .where(
        "users.username",
        "in",
        this.#buyers.map(({ name }) => name),
      )
      .where("orders.order_number", "not like", "PAST%")
      .execute();
    const ids = completed.map(({ id }) => id);
    const vouchers = await db.read
      .selectFrom("vouchers")
      .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
      .select("order_items.order_id as id")
      .where("order_items.order_id", "in", ids)
      .execute();
    const mails = await db.read
      .selectFrom("outbox")
      .select("about as id")
      .where("kind", "=", "vouchers")
      .where("about", "in", ids)
      .execute();
    const [vouchersOf, mailsOf] = [countById(vouchers), countById(mails)];
    const byNumber = new Map(completed.map((order) => [order.order_number, order.id]));
    const isWhole = (number: string) => vouchersOf.get(byNumber.get(number) ?? "") === 2;
    return {
      lost: this.#buyers.filter(({ isPaid, number }) => isPaid && !isWhole(number!)).length,
      doubled: completed.length - new Set(completed.map(({ username }) => username)).size,
      mails: ids.filter((id) => mailsOf.get(id) !== 1).length,
    };
  }
}

function countById(rows: { id: string }[]) {
  const counts = new Map<string, number>();
  for (const { id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/**
 * Goes from the front page and the cart to the sandbox's page, and approves the payment there. A shopper who gets no answer to
 * the approval opens the page again, in the same browser. @returns true if this shopper has paid; a fault may throw anywhere
 */
async function buy(buyer: Buyer, urlOf: UrlOf): Promise<boolean> {
  const browser = (buyer.browser ??= await signedIn(buyer.token, urlOf("bench", "/cart")));
  if (buyer.sandbox === undefined) {
    well(await browser.open(urlOf("bench", "/")));
    const cart = well(await browser.open(urlOf("bench", "/cart")));
    const screen = well(await cart.submit("Proceed to Checkout"));
    const terms = screen.fields().find((label) => TERMS.test(label))!;
    const pay = well(await screen.submit(/^Pay ₹/, { PhonePe: true, [terms]: true }));
    buyer.number = /Order number (ORD\d+)/.exec(screen.text)![1]!;
    buyer.sandbox = well(await pay.follow(/^Open/)).url;
  }
  const sandbox = well(await browser.open(buyer.sandbox));
  if (sandbox.buttons().includes("Approve")) await sandbox.submit("Approve");
  buyer.isPaid = !well(await browser.open(buyer.sandbox))
    .buttons()
    .includes("Approve");
  return buyer.isPaid;
}

async function signedIn(token: string, url: string): Promise<TextBrowser> {
  const browser = new TextBrowser();
  const cookie = await tokenCookie("bench", "access_token", token, SECRETS.SESSION_SECRET);
  const value = cookie.slice("access_token=".length);
  browser.cookies.of(url).set("access_token", { name: "access_token", value, attributes: new Map() });
  return browser;
}

function well(page: Page): Page {
  if (page.status !== 200) throw new Error(`${page.status} at ${page.url}`);
  return page;
}

/** Waits until the worker has nothing left to do. @throws after two minutes */
export async function settle(values: NodeJS.ProcessEnv) {
  const countOpen = (shop: Shop) =>
    Promise.all([
      shop.db.read.selectFrom("orders").select("id").where("status", "in", ["paid", "fulfilling"]).execute(),
      shop.db.read.selectFrom("outbox").select("id").where("delivered_at", "is", null).execute(),
    ]);
  for (const until = Date.now() + 120_000; ;) {
    const open = (await withBrand(values, countOpen)).flat().length;
    if (open === 0) return;
    if (Date.now() > until) throw new Error(`${open} orders and mails stay open`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
