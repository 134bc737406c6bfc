import { afterAll, beforeAll, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { createTestDatabases } from "../../helpers/database/test-database.ts";
import { type Deployment, startDeployment } from "../../helpers/processes/deployment.ts";
import { mailsAbout } from "../../helpers/shop/books.ts";
import { addToCart, signIn, signUp } from "../../helpers/shop/shopper.ts";
import { namingOthers } from "../../helpers/shop/strangers.ts";
import type { Page } from "../../helpers/text-browser/page.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

// Two storefronts, two APIs and one worker over one PostgreSQL. A page's connection goes to the next storefront, and a
// storefront's to the next API.

const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";

/** Kept ones with a frame of the shopper's own, and pages of theirs alone. */
const PERSONAL_PAGES = ["/", "/search?q=tea", "/about-us", "/cart", "/edit-profile", "/order-history"];

let place: Awaited<ReturnType<typeof createTestDatabases>>;
let shop: Deployment;
beforeAll(async () => {
  place = await createTestDatabases("postgres");
  shop = await startDeployment({ env: { DATABASE_URL: place.url!, TENANTS_DIR: "tenants", LOG_LEVEL: "debug" } });
});
afterAll(async () => {
  await shop?.[Symbol.asyncDispose]();
  const db = await place.databases.open("aurora");
  const differences = await auditLedger({ db });
  await db.close();
  await place.databases.close();
  await place.drop();
  if (differences.length > 0) throw new Error(`The books differ: ${differences.join("; ")}`);
});

/** A demo shopper in front of the sandbox's page. */
async function openSandbox() {
  const home = await signIn(shop, "aurora");
  const screen = await (await addToCart(home, "Raga Stream", "₹299.00")).submit("Proceed to Checkout");
  const sandbox = await (await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true })).follow(/^Open/);
  return { sandbox, number: /Order number (ORD\d+)/.exec(screen.text)![1]! };
}

const completes = (page: Page, number: string) =>
  waitUntil(async () => {
    const history = await page.browser.open(shop.url("aurora", "/order-history"));
    return history.text.includes(number) && /Completed/.test(history.part(`Order ${number}`).text) && history;
  });

const requestsIn = (log: string) => log.split("\n").filter((line) => line.includes('"responseTime"')).length;

test("completes a purchase with each request at another storefront and API, without a folder to write to", async () => {
  const { sandbox, number } = await openSandbox();
  const back = await sandbox.submit("Approve");
  expect(back.heading).toBe("Payment received");
  const history = await completes(back, number);
  expect(history.text.split(number)).toHaveLength(2);
  const counts = [...shop.apis, ...shop.storefronts].map(({ log }) => requestsIn(log));
  expect(Math.min(...counts)).toBeGreaterThan(5);
  const seeds = [...shop.apis, shop.worker].map(({ log }) => log.match(/demo data created/g)?.length ?? 0);
  expect(seeds.reduce((sum, count) => sum + count)).toBe(3);
});

test("loses and doubles nothing when one replica of each program is killed around a payment", async () => {
  const { sandbox, number } = await openSandbox();
  await shop.worker.kill9();
  await Promise.all([shop.apis[0]!.kill9(), shop.storefronts[0]!.kill9()]);
  const back = await sandbox.submit("Approve");
  expect(back.heading).toBe("Payment received");
  // The page asks the gateway. The mail is the worker's: the APIs leave it alone.
  const history = await completes(back, number);
  expect(history.text.split(number)).toHaveLength(2);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(mailsAbout(shop, "aurora", number)).toHaveLength(0);

  await shop.worker.start();
  await waitUntil(() => mailsAbout(shop, "aurora", number).length > 0);
  expect(mailsAbout(shop, "aurora", number)).toHaveLength(1);
  await Promise.all([shop.apis[0]!.start(), shop.storefronts[0]!.start()]);
});

test("names nobody but its shopper on any page while replicas are killed", async () => {
  const names = ["Asha", "Bela", "Chitra", "Devi", "Esha", "Farah"].map((name) => `${name} Maple`);
  const homes: Page[] = [];
  for (const name of names) homes.push(await signUp(shop, "aurora", name));
  let isOver = false;
  const visits = homes.map(async ({ browser }) => {
    const before = browser.answers.length;
    for (let at = 0; !isOver || at < 3 * PERSONAL_PAGES.length; at++)
      // A page that is cut off is asked for again.
      await browser.open(shop.url("aurora", PERSONAL_PAGES[at % PERSONAL_PAGES.length])).catch(() => {});
    return browser.answers.slice(before);
  });
  const killed = [shop.storefronts[0]!, shop.apis[0]!];
  await Promise.all(killed.map((replica) => replica.kill9()));
  await Promise.all(killed.map((replica) => replica.start()));
  isOver = true;
  const seen = await Promise.all(visits);
  for (const [at, name] of names.entries()) {
    const own = seen[at]!.filter(({ status, text }) => status === 200 && text.includes(name));
    expect(own.length).toBeGreaterThan(PERSONAL_PAGES.length);
    expect(namingOthers(seen[at]!, name, /\w+ Maple/g).map(({ url }) => [name, url])).toEqual([]);
  }
});
