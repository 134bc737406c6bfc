import type { Page, TextBrowser } from "../../tests/helpers/text-browser/page.ts";
import { createBrowser } from "./browser.ts";
import type { Step } from "./model.ts";

/** The state of one shopper during a visit; the steps of the visit change it. */
export type Shopper = {
  origin: string;
  login: { "Email or phone": string; Password: string };
  browser: TextBrowser;
  /** The bytes of the body of each answer. */
  sizes: number[];
  /** The time of each answer in ms. */
  tookMs: number[];
  /** The current page of the shopper; each step of a purchase leads to the next page. */
  page?: Page;
};

export type VisitStep = Step & {
  do(shopper: Shopper): Promise<unknown>;
  /** The step cannot be measured twice with the same shopper. */
  isOnce?: boolean;
  /** Work continues after the answer, such as codes and mail; the cost includes it. */
  hasAftermath?: boolean;
};

export const ORDERS_PER_VISIT = 0.1;
/** A tab polls every two seconds, and a payment takes about forty. */
const POLLS_PER_ORDER = 20;
const LOGINS_PER_VISIT = 0.3;

const PRODUCT = "/shopping-cart?product=1&denomination=500&quantity=1";

const open = (shopper: Shopper, path: string) => shopper.browser.open(shopper.origin + path);

export function createShopper(origin: string, email: string, password: string): Shopper {
  const shopper: Shopper = {
    origin,
    login: { "Email or phone": email, Password: password },
    browser: browserOf(() => shopper),
    sizes: [],
    tookMs: [],
  };
  return shopper;
}

/** A browser that records its answers for the shopper. */
const browserOf = (shopper: () => Shopper) =>
  createBrowser((bytes, tookMs) => {
    shopper().sizes.push(bytes);
    shopper().tookMs.push(tookMs);
  });

/** Loads the page with all its files, as a browser with an empty cache does. */
async function openSignedOut(shopper: Shopper) {
  const stranger = browserOf(() => shopper);
  const { answer } = await stranger.open(`${shopper.origin}/`);
  const named = answer.text.matchAll(/(?:src|href)="(\/(?:assets|media|brand)[^"]*)"/g);
  for (const path of new Set([...named].map(([, path]) => path!))) await stranger.open(shopper.origin + path);
}

/** Steps that need no login. */
const STRANGER: VisitStep[] = [
  { name: "home page, signed out, with style, scripts and pictures", perVisit: 0.3, do: openSignedOut },
  {
    name: "login",
    perVisit: LOGINS_PER_VISIT,
    isOnce: true,
    do: async (shopper) => {
      const home = await (await open(shopper, "/login")).submit("Login", shopper.login);
      if (home.path !== "/") throw new Error(`not signed in: ${home.alerts().join(" | ")}`);
    },
  },
];

/** The pages that a signed-in shopper opens, in any order. */
const BROWSING: VisitStep[] = [
  { name: "home page, signed in", perVisit: 1.5, do: (shopper) => open(shopper, "/") },
  { name: "list of a category", perVisit: 1.5, do: (shopper) => open(shopper, "/?category=1") },
  { name: "search", perVisit: 0.7, do: (shopper) => open(shopper, "/search?q=tea") },
  { name: "suggestion", perVisit: 3, do: (shopper) => open(shopper, "/suggest?q=tea") },
  {
    name: "product page",
    perVisit: 2,
    do: (shopper) => open(shopper, PRODUCT),
  },
  { name: "order history", perVisit: 0.3, do: (shopper) => open(shopper, "/order-history") },
];

/** A purchase, in this order. */
const PURCHASE: VisitStep[] = [
  {
    name: "into the cart, and the cart page",
    perVisit: 0.3,
    isOnce: true,
    do: async (shopper) => {
      const product = await open(shopper, PRODUCT);
      shopper.page = await product.submit("Add to Cart");
    },
  },
  {
    name: "order placed, and the payment screen",
    perVisit: ORDERS_PER_VISIT,
    isOnce: true,
    do: async (shopper) => void (shopper.page = await shopper.page!.submit("Proceed to Checkout")),
  },
  {
    name: "poll of an open payment",
    perVisit: ORDERS_PER_VISIT * POLLS_PER_ORDER,
    do: (shopper) => open(shopper, `/order-state?orderid=${orderOf(shopper)}`),
  },
  {
    name: "payment begun, notified, codes and mail sent",
    perVisit: ORDERS_PER_VISIT,
    isOnce: true,
    hasAftermath: true,
    do: async (shopper) => {
      const screen = shopper.page!;
      const terms = screen.fields().find((label) => label.startsWith("I accept"))!;
      const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [terms]: true });
      const paid = await (await waiting.follow(/^Open/)).submit("Approve");
      if (paid.heading !== "Payment received") throw new Error(`not paid: ${paid.heading}`);
    },
  },
];

/** A landing from a search engine or a chat. The model's visits are those of shoppers, and have none. */
export const PRODUCT_SIGNED_OUT: VisitStep = {
  name: "product page, signed out",
  perVisit: 0,
  do: (shopper) => browserOf(() => shopper).open(`${shopper.origin}${PRODUCT}`),
};

const orderOf = ({ page }: Shopper) => new URL(page!.url).searchParams.get("orderid")!;

export const STEPS = [...STRANGER, ...BROWSING, ...PURCHASE];

/** The visit with this number, one step after the other. */
export async function doVisit(shopper: Shopper, visit: number) {
  for (const step of STEPS) for (let time = timesIn(visit, step); time > 0; time--) await step.do(shopper);
}

/** The steps, each with its average number per visit over this number of visits. */
export const meanOf = (visits: number): Step[] =>
  STEPS.map((step) => {
    const times = Array.from({ length: visits }, (_, visit) => timesIn(visit, step));
    return { name: step.name, perVisit: times.reduce((sum, count) => sum + count, 0) / visits };
  });

/**
 * The number of times that the visit with this number makes a step, so that many visits together reach the mean. All steps of an
 * order are in the same visit. Each visit begins with a login, since the bench's shoppers have no session yet.
 */
export function timesIn(visit: number, step: Step): number {
  const due = (perVisit: number) => Math.floor((visit + 1) * perVisit + 1e-9) - Math.floor(visit * perVisit + 1e-9);
  if (step.name === "login") return 1;
  const isOfOrder = PURCHASE.slice(1).some(({ name }) => name === step.name);
  return isOfOrder ? due(ORDERS_PER_VISIT) * Math.round(step.perVisit / ORDERS_PER_VISIT) : due(step.perVisit);
}
