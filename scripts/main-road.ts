import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

// `node scripts/main-road.ts` counts the main road: the files that a reader opens, in this order, to follow one request. A
// shopper presses Proceed on the cart page, once, at a brand of the embedded API. The order is placed.
//
// A file is on the road for one of three reasons. The request waits in it while the order is written. Or a file of the road
// names it as a step: a step that finds the tenant, a middleware of root.tsx, a step of checkOut. Or it holds a list by which one file
// finds the next: routes, contexts. Every other file that one of them imports stands in BESIDE, with the reason.

type Stop = {
  file: string;
  /** The part of it that the request passes. */
  name: string;
  /** How the request gets here, if no earlier file of the road imports this one. */
  reachedBy?: string;
};

const BUILD = "the build, which app/entry.express.ts renders";

export const ROAD: Stop[] = [
  { file: "server.ts", name: "listener" },
  { file: "app/load-storefront.ts", name: "loadStorefront" },
  {
    file: "app/entry.express.ts",
    name: "createStorefront",
    reachedBy: "the build, which app/load-storefront.ts loads",
  },
  { file: "app/http/front/step.ts", name: "inOrder" },
  { file: "app/http/front/find-site.server.ts", name: "findSite" },
  { file: "app/express-app.server.ts", name: "createApp" },
  { file: "app/request-context.server.ts", name: "createContext" },
  { file: "app/request/context.ts", name: "siteContext" },
  { file: "app/http/react-router-handler.server.ts", name: "createExpressHandler" },
  { file: "app/routes.ts", name: "routes/cart/cart.tsx", reachedBy: BUILD },
  { file: "app/root.tsx", name: "middleware", reachedBy: BUILD },
  { file: "app/routes/middleware.server.ts", name: "holdVisit" },
  { file: "app/request/visit.server.ts", name: "openVisit" },
  { file: "app/routes/cart/cart.tsx", name: "action", reachedBy: "app/routes.ts" },
  { file: "app/routes/cart/check-out.server.ts", name: "checkOut" },
  { file: "app/routes/cart/checkout-outcome.ts", name: "CheckoutOutcome" },
  { file: "app/routes/cart/begun-checkout.server.ts", name: "readCheckout" },
  { file: "app/routes/cart/agreed-price.server.ts", name: "agreeOnPrice" },
  { file: "app/routes/cart/place-order.server.ts", name: "placeOrder" },
  { file: "app/commerce/client.server.ts", name: "createCommerceClient" },
  { file: "app/commerce/order-calls.server.ts", name: "placeOrder" },
  { file: "app/commerce/senders.server.ts", name: "sendSigned" },
  { file: "app/commerce/backend.server.ts", name: "createCommerceBackend", reachedBy: "backendContext" },
  { file: "app/commerce/transport.server.ts", name: "createTransport" },
  { file: "api/app.ts", name: "createApi", reachedBy: "HTTP" },
  { file: "api/shop-router.ts", name: "createShopRouter" },
  { file: "api/routes/place-order.ts", name: "createPlaceOrderRouter" },
  { file: "api/orders/place-order.ts", name: "placeOrder" },
  { file: "api/repositories/orders/new-orders.ts", name: "insertOrder" },
];

/** By reason: the files beside the road, and folders. Folders on the road are listed file by file. */
export const BESIDE: Record<string, string[]> = {
  "starts, stops or watches the program": [
    "api/open-api.ts",
    "app/development/",
    "app/base/env.server.ts",
    "app/services.server.ts",
    "config/",
  ],
  "answers other requests, of another path, hostname or method": [
    "api/http/health.ts",
    "api/http/when-open.ts",
    "api/optional-calls.ts",
    "api/routes/",
    "app/account-routes.ts",
    "app/console-site.server.ts",
    "app/http/files/brand-files.server.ts",
    "app/http/build/",
    "app/http/csp-report.server.ts",
    "app/http/direct-routes.server.ts",
    "app/http/front/answer-health.server.ts",
    "app/http/pass-through.server.ts",
    "app/http/personal-page.server.ts",
    "app/http/speculation-rules.server.ts",
    "app/cached-pages.server.ts",
  ],
  "a step that passes this request on; its name describes all of its work": [
    "api/http/in-language.ts",
    "app/http/front/choose-language.server.ts",
    "api/http/client-net.ts",
    "api/http/log-requests.ts",
    "api/http/no-store.ts",
    "api/http/require-user.ts",
    "api/http/trace-requests.ts",
    "app/http/cache-control.server.ts",
    "app/http/cross-site.server.ts",
    "app/http/form-turns.server.ts",
    "app/http/front/request-log.server.ts",
    "app/http/front/request-trace.server.ts",
    "app/http/request-body.server.ts",
    "app/http/security-headers.server.ts",
    "app/http/serialize-pipelined-requests.server.ts",
  ],
  "after a failure, or for a form that was sent before": [
    "api/base/error.ts",
    "api/http/answer-error.ts",
    "api/orders/expire-order.ts",
    "app/commerce/refresh.server.ts",
    "app/http/send-error.server.ts",
    "app/texts/messages.ts",
    "app/routes/cart/failed-order.server.ts",
    "app/routes/cart/known-order.server.ts",
    "app/routes/cart/placed-order.server.ts",
    "app/routes/orders/find-order-id.server.ts",
  ],
  "other calls of the client": [
    "app/commerce/account-calls.server.ts",
    "app/commerce/cart-calls.server.ts",
    "app/commerce/catalogue-calls.server.ts",
    "app/commerce/coin-calls.server.ts",
    "app/commerce/gift-calls.server.ts",
    "app/commerce/order-extension-calls.server.ts",
    "app/commerce/own-account-calls.server.ts",
    "app/commerce/profile-calls.server.ts",
    "app/commerce/session-calls.server.ts",
    "app/commerce/stock-calls.server.ts",
  ],
  "the page's view and its loader": [
    "app/document.tsx",
    "app/routes/cart/cart-content.tsx",
    "app/routes/cart/load-cart.server.ts",
    "app/request/meet-visitor.server.ts",
    "app/routes/links.ts",
    "app/routes/load-brand.server.ts",
    "app/routes/load-personal.server.ts",
    "app/texts/rich.ts",
    "app/routes/use-shop.ts",
    "app/tenant/brand.ts",
    "app/ui/",
  ],
  "a rule, a reading or a text: its name describes its result": [
    "api/accounts/confirm-device.ts",
    "api/domain/",
    "api/http/parse.ts",
    "api/orders/find-delayed.ts",
    "api/orders/find-objection.ts",
    "api/orders/new-order.ts",
    "api/orders/refuse-forbidden.ts",
    "app/commerce/answer-body.ts",
    "app/commerce/extensions.ts",
    "app/commerce/order-number.server.ts",
    "app/commerce/read-answer.ts",
    "app/commerce/result.ts",
    "app/commerce/schemas/",
    "app/base/constants.ts",
    "app/http/abort-on-close.server.ts",
    "app/http/client-hints.server.ts",
    "app/http/front/proxy.server.ts",
    "app/http/plain-answer.server.ts",
    "app/http/redirect-for-scripts.ts",
    "app/http/route-handles.server.ts",
    "app/http/safe-methods.ts",
    "app/base/money.ts",
    "app/pricing/",
    "app/routes/cart/buyer-name.server.ts",
    "app/routes/cart/cart-lines.server.ts",
    "app/routes/cart/coin-amount.server.ts",
    "app/routes/cart/coin-choice.server.ts",
    "app/routes/cart/shown-price.server.ts",
    "app/session/",
    "app/tenant/site.server.ts",
  ],
  "measures calls, pauses them or keeps answers": [
    "app/commerce/call-metrics.server.ts",
    "app/commerce/guard.ts",
    "app/commerce/shared-catalogue.server.ts",
  ],
  "the rest of the transaction: cards, coins, payment": [
    "api/db/",
    "api/orders/ask-for-payment.ts",
    "api/orders/fulfil-order.ts",
    "api/orders/reserve-stock.ts",
    "api/orders/take-as-paid.ts",
    "api/repositories/",
  ],
};

/** Lines of all files together. They only fall. At most 1,300 are read. */
export const LIMITS = { lines: 1786, read: 1271 };

/** Counts a file's lines, and those that a reader reads: neither blank nor imports. */
export function countLines(text: string): { lines: number; read: number } {
  const lines = text.trimEnd().split("\n");
  const read = text.replaceAll(/^import [^;]*;$/gm, "").split("\n");
  return { lines: lines.length, read: read.filter((line) => line.trim() !== "").length };
}

/** Lists the files of this repository that a file imports for more than their types. */
export function findImports(file: string, text: string): string[] {
  const imports = text.matchAll(/^import (?!type )(?:[^"]*?from )?"([^"]+)";|\bimport\("([^"]+)"\)/gm);
  return [...imports].flatMap(([, name = "", late = name]) => {
    if (name === "" && text.includes(`typeof import("${late}")`)) return [];
    const path = late.replace(/^#app\//, "app/");
    if (path.startsWith(".")) return [join(dirname(file), path)];
    return path.startsWith("app/") ? [path] : [];
  });
}

const isBeside = (path: string) =>
  Object.values(BESIDE).some((files) =>
    files.some((file) => (file.endsWith("/") ? path.startsWith(file) : path === file)),
  );

/** Lists the claims of the lists above that the sources do not hold. `read` returns the text of a file. */
export function findFaults(road: Stop[], read: (file: string) => string): string[] {
  const imported = new Set<string>();
  const files = road.map(({ file }) => file);
  return road.flatMap(({ file, name, reachedBy }, at) => {
    const text = read(file);
    const isReached = at === 0 || reachedBy !== undefined || imported.has(file);
    const imports = findImports(file, text);
    for (const path of imports) imported.add(path);
    const unknown = imports.filter((path) => !files.includes(path) && !isBeside(path));
    return [
      ...(isReached ? [] : [`${file}: no earlier file imports it`]),
      ...(text.includes(name) ? [] : [`${file}: has no ${name}`]),
      ...unknown.map((path) => `${path}: is neither on the road nor beside it, and ${file} imports it`),
      ...(/\.\.\.[{[]/.test(text) ? [`${file}: spreads a literal`] : []),
    ];
  });
}

const readSource = (file: string) => readFileSync(file, "utf8");

/** Counts the road as it is. */
export function measureRoad() {
  const counts = ROAD.map(({ file }) => ({ file, ...countLines(readSource(file)) }));
  const sum = (kind: "lines" | "read") => counts.reduce((total, count) => total + count[kind], 0);
  return { counts, total: { lines: sum("lines"), read: sum("read") }, faults: findFaults(ROAD, readSource) };
}

if (import.meta.main) {
  const { counts, total, faults } = measureRoad();
  const row = (lines: number | string, read: number | string, file: string) =>
    console.log(`${String(lines).padStart(5)} ${String(read).padStart(5)}  ${file}`);
  row("lines", "read", "neither blank nor imports");
  for (const { lines, read, file } of counts) row(lines, read, file);
  row(total.lines, total.read, `${counts.length} files`);
  row(LIMITS.lines, LIMITS.read, "limit");
  for (const fault of faults) console.error(fault);
  if (faults.length > 0 || total.lines > LIMITS.lines || total.read > LIMITS.read) process.exitCode = 1;
}
