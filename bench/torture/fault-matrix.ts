import { ForeignHost } from "../../tests/helpers/backend/foreign-host.ts";
import { type Shop, startShop } from "../../tests/helpers/shop/shop.ts";
import { addToCart, signIn } from "../../tests/helpers/shop/shopper.ts";
import { type Page, TextBrowser } from "../../tests/helpers/text-browser/page.ts";
import type { Row } from "../table.ts";
import { inParallel, Tally } from "./apis.ts";

const LOGIN = { "Email or phone": "9876543210", Password: "Foreign@1" };
const CARD = "Foreign Card 2";
const PAGE_MS = 6_000;
const POST_MS = 11_000;

type Fault = (host: ForeignHost, call: string) => void;
const answers =
  (status: number, body: unknown): Fault =>
  (host, call) =>
    host.fail(call, status, body);

/** A backend's possible faults. */
const FAULTS: Record<string, Fault> = {
  "500 with HTML": answers(500, "<html><h1>Oh no</h1><pre>Traceback (most recent call last)</pre></html>"),
  "502 of a proxy": answers(502, "<html><h1>Oh no</h1></html>"),
  "503": answers(503, { detail: "Down" }),
  "429": answers(429, { detail: "Slower" }),
  "404": answers(404, { detail: "Nothing" }),
  "401 again and again": answers(401, { detail: "Token is invalid or expired" }),
  "400 of another shape": answers(400, { details: [{ loc: ["body"], msg: "Oh no" }] }),
  "a redirect": answers(302, ""),
  "an empty body": answers(200, undefined),
  null: answers(200, null),
  HTML: answers(200, "<html><h1>Oh no</h1></html>"),
  "half a JSON": answers(200, '{"results": [{"id":'),
  "another type": answers(200, { results: 5, coins: "x", cart_items: {}, data: 7, status: [] }),
  "three megabytes": answers(200, { results: Array(300_000).fill({ id: 1 }) }),
  silence: (host, call) => void host.hold(call),
  "a connection cut off": (host, call) => host.cut(call),
};

/** A way in which a shopper causes a call: the preparation, and the step that causes it. */
type Way = {
  call: string;
  before?: (home: Page, host: ForeignHost) => Promise<Page>;
  isSignedIn?: boolean;
  step: (page: Page) => Promise<Page>;
};

const go = (path: string) => (page: Page) => page.browser.open(new URL(path, page.url).href);
const fill = (home: Page) => addToCart(home, CARD);
const checkOut = async (home: Page) => (await fill(home)).submit("Proceed to Checkout");
const orderOf = (page: Page) => `orderid=${encodeURIComponent(new URL(page.url).searchParams.get("orderid")!)}`;
const SIGNUP = {
  "Full Name": "Asha Rao",
  Email: "asha@example.com",
  Password: "Gulmohar-7!",
  "Confirm Password": "Gulmohar-7!",
};

/** The calls of docs/commerce-api.md. */
const WAYS: Way[] = [
  { call: "GET /home/", step: go("/"), isSignedIn: false },
  { call: "GET /configurator/", step: go("/"), isSignedIn: false },
  { call: "GET /products/", step: go("/?price_min=1"), isSignedIn: false },
  { call: "GET /products/sort/", step: go("/?sort=price_low_high"), isSignedIn: false },
  { call: "GET /search/", step: go("/search?q=card"), isSignedIn: false },
  {
    call: "POST /user/login/",
    before: go("/login"),
    step: (page) => page.submit("Login", LOGIN),
    isSignedIn: false,
  },
  {
    call: "POST /user/signup/",
    before: go("/signup"),
    step: (page) => page.submit("Register Now", SIGNUP),
    isSignedIn: false,
  },
  {
    call: "POST /user/refreshtoken/",
    before: async (home, host) => (host.expireAccessTokensAfter(0), home),
    step: go("/order-history"),
  },
  { call: "GET /user-data/", step: go("/privacy") },
  { call: "GET /cart/", step: go("/cart") },
  { call: "POST /cart/", before: openCard, step: (page) => page.submit("Add to Cart") },
  {
    call: "PATCH /cart/",
    before: fill,
    step: (page) => page.submit("Update cart", { [`Quantity of ${CARD}`]: "3" }),
  },
  { call: "DELETE /cart/", before: fill, step: (page) => page.submit(`Remove ${CARD}`) },
  { call: "GET /edit-profile/", step: go("/edit-profile") },
  {
    call: "PUT /edit-profile/",
    before: go("/edit-profile"),
    step: (page) => page.submit("Save Changes", { "Mobile number": "9876501234" }),
  },
  {
    call: "POST /load-coin/",
    before: go("/redeem-voucher"),
    step: (page) => page.submit("Add Coins", { "Voucher code": "FOREIGN-1" }),
  },
  { call: "GET /order-history/", step: go("/order-history") },
  { call: "GET /coins-history", step: go("/order-history?coins=open") },
  { call: "POST /place-order/", before: fill, step: (page) => page.submit("Proceed to Checkout") },
  { call: "GET /place-order/", before: checkOut, step: (page) => go(`/order-state?${orderOf(page)}`)(page) },
  { call: "GET /order-status/", before: checkOut, step: (page) => go(`/payment?${orderOf(page)}`)(page) },
  {
    call: "PATCH /user/update/",
    before: async (home) => {
      const screen = await checkOut(home);
      return go(`/payment?${orderOf(screen)}&edit=1`)(screen);
    },
    step: (page) => page.submit("Save", { Phone: "9123456780" }),
  },
];

async function openCard(home: Page) {
  const results = await go(`/search?q=${encodeURIComponent(CARD)}`)(home);
  return results.part(`View Coupon for ${CARD}`).submit(/^View Coupon/);
}

/** Every call of the contract with every fault. Each pair has a separate brand, so that no breaker or cache interferes. */
export async function faultMatrix(): Promise<Row[]> {
  const hosts = await Promise.all(WAYS.map(() => new ForeignHost().start()));
  const faults = Object.keys(FAULTS);
  const brandOf = (way: number, fault: number) => `c${way}f${fault}`;
  const tenants = Object.fromEntries(
    WAYS.flatMap((_, way) => faults.map((__, fault) => [brandOf(way, fault), { api: { url: hosts[way]!.url } }])),
  );
  const shop = await startShop({ tenants, env: { COMMERCE_API_PORT: "0", PAGE_CACHE_MB: "0", LOG_LEVEL: "warn" } });
  const wrong: string[] = [];
  const statuses = new Tally();
  try {
    // The faults of one call run in sequence, several calls in parallel.
    await inParallel(WAYS.length, 6, async (way) => {
      for (const [at, fault] of faults.entries()) {
        const cell = { host: hosts[way]!, way: WAYS[way]!, fault };
        const { status, problem } = await tryCell(shop, brandOf(way, at), cell);
        statuses.add(status);
        if (problem) wrong.push(`${cell.way.call}, ${fault}: ${problem}`);
      }
    });
    for (const text of wrong) console.error(text);
    const unhandled = shop.log.match(/render failed|request failed|"level":60|Unhandled/g)?.length ?? 0;
    const what = `${WAYS.length} calls × ${faults.length} faults`;
    return [
      { what: `${what}: wrong page, or too late`, value: wrong.length, unit: "", goal: 0, detail: String(statuses) },
      { what: `${what}: unhandled errors`, value: unhandled, unit: "", goal: 0 },
    ];
  } finally {
    await shop[Symbol.asyncDispose]();
    await Promise.all(hosts.map((host) => host[Symbol.asyncDispose]()));
  }
}

type Cell = { host: ForeignHost; way: Way; fault: string };

async function tryCell(shop: Shop, brand: string, { host, way, fault }: Cell) {
  const { before, step, isSignedIn = true, call } = way;
  try {
    const visitor = new TextBrowser();
    const home = isSignedIn ? await signIn(shop, brand, LOGIN) : undefined;
    const start = home ?? (before ? await visitor.open(shop.url(brand, "/about-us")) : undefined);
    const page = before ? await before(start!, host) : start;
    FAULTS[fault]!(host, call);
    const asked = host.recorded(call).length;
    const from = performance.now();
    // A new visitor comes to a brand without cached pages.
    const answer = page ? await step(page) : await openFirst(shop, brand, step);
    const tookMs = performance.now() - from;
    if (host.recorded(call).length === asked) return { status: answer.status, problem: "the call was not made" };
    return { status: answer.status, problem: judge(answer, tookMs, call.startsWith("GET") ? PAGE_MS : POST_MS) };
  } catch (error) {
    return { status: "none", problem: String(error) };
  } finally {
    host.heal();
  }
}

/** The first page of a visit: `step` needs a page to start from; this one was never loaded. */
const openFirst = (shop: Shop, brand: string, step: Way["step"]) =>
  step({ browser: new TextBrowser(), url: shop.url(brand) } as Page);

/** The reason why a shopper must not see this answer; undefined if it is fine. */
function judge({ answer, status, text }: Page, tookMs: number, mostMs: number): string | undefined {
  if (status === 500) return "500";
  if (/Oh no|Traceback|Oops! Something went wrong/.test(answer.text)) return "the host's words or a crash screen";
  if (/\.tsx?:\d+|node_modules/.test(answer.text)) return "a stack";
  if (tookMs > mostMs) return `${Math.round(tookMs)} ms`;
  const isWhole = answer.text.trimEnd().endsWith("</html>") || answer.text.startsWith("{");
  return isWhole && text.length > 0 ? undefined : "no whole page";
}
