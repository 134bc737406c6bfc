import {
  LoginSchema,
  ProfileSchema,
  RefreshSchema,
  SessionsSchema,
  UserSchema,
} from "../../app/commerce/schemas/account.ts";
import { CartSchema } from "../../app/commerce/schemas/cart.ts";
import {
  HomeSchema,
  ProductListSchema,
  SearchSchema,
  StockNoticesSchema,
} from "../../app/commerce/schemas/catalogue.ts";
import { CoinHistorySchema } from "../../app/commerce/schemas/coins.ts";
import { ConfigurationSchema } from "../../app/commerce/schemas/configuration.ts";
import { OrderHistorySchema } from "../../app/commerce/schemas/history.ts";
import { OrderSchema } from "../../app/commerce/schemas/orders.ts";
import { ReceiptSchema } from "../../app/commerce/schemas/receipts.ts";
import { WalletCardSchema, WalletSchema } from "../../app/commerce/schemas/wallet.ts";
import type { Order, Product, ProductList, Tokens } from "../../app/commerce/types.ts";
import { breaks, type Finding, tolerated } from "./judge.ts";
import { checkLinks } from "./payment-links.ts";
import type { Run } from "./run.ts";

const PER_PAGE = 8;
const page = (number: number) => ({ page: String(number), perPage: String(PER_PAGE) });

/** Makes the calls that need no session. @returns the cards of the first page that can be bought */
export async function readCatalogue(run: Run): Promise<Product[]> {
  await run.ask("getConfiguration", ConfigurationSchema, {
    check: ({ unread }) => unread.map((field) => tolerated([field], "cannot be read: the shop uses another")),
  });
  const home = await run.ask("getHome", HomeSchema);
  const first = await run.ask("listProducts", ProductListSchema, { query: page(1), check: checkPage });
  if (first?.hasMore) {
    const known = new Set(first.products.map(({ id }) => id));
    const check = ({ products }: ProductList) => [
      ...checkAmounts(products),
      ...(products.some(({ id }) => known.has(id)) ? [tolerated([], "repeats cards of page 1")] : []),
    ];
    await run.ask("listProducts", ProductListSchema, { query: page(2), check });
  }
  const category = home?.categories[0]?.id;
  if (category) {
    await run.ask("listProducts", ProductListSchema, { query: { ...page(1), category }, check: checkPageSize });
  }
  for (const sort of ["asc", "desc"]) {
    const check = ({ products }: ProductList) => [
      ...checkAmounts(products),
      ...(isSorted(products, sort) ? [] : [tolerated([], "is not sorted")]),
    ];
    await run.ask("sortProducts", ProductListSchema, { query: { sort, ...page(1) }, check });
  }
  const cards =
    first?.products.filter(({ denominations, isAvailable }) => isAvailable && denominations.length > 0) ?? [];
  const [card] = cards;
  const word = card?.name.split(/\s+/)[0];
  await run.ask("search", SearchSchema, {
    query: { q: word ?? "gift" },
    check: (found) =>
      word && found.length === 0
        ? [tolerated([], "finds nothing, although a card contains this word")]
        : checkAmounts(found),
  });
  if (card && run.options.features.includes("productById")) {
    const check = ({ products }: ProductList) =>
      products.length === 1 && products[0]!.id === card.id ? [] : [breaks([], "does not return only this card")];
    await run.ask("listProducts", ProductListSchema, { query: { id: card.id }, check });
  }
  return cards;
}

/** Checks that calls with a session are refused without one. Otherwise the storefront would never refresh a session. */
export async function readRefusals(run: Run): Promise<void> {
  const refused = { about: "without a session", statuses: [401] };
  for (const name of ["getUser", "getProfile", "getCart", "getOrderHistory", "getCoinHistory"]) {
    await run.askRefused(name, refused);
  }
  await run.askRefused("getUser", { about: "with an invalid token", statuses: [401], token: "not-a-token" });
  await run.askRefused("logIn", {
    about: "of an account that does not exist",
    statuses: [400, 401, 403, 404, 422],
    body: { username: `nobody-${Date.now()}@conform.test`, password: "Not-1-Password", grant_type: "password" },
  });
}

/** Logs in if possible, and refreshes the new session once. */
export async function startSession(run: Run, login = run.options.login): Promise<Tokens | undefined> {
  if (run.options.tokens) {
    run.skip("logIn", "tokens are given");
    run.skip("refreshToken", "could invalidate the given tokens");
    return run.options.tokens;
  }
  if (!login) {
    for (const name of ["logIn", "refreshToken"]) run.skip(name, "needs --username and --password");
    return undefined;
  }
  const check = ({ refreshToken }: Tokens) =>
    refreshToken ? [] : [tolerated(["refresh_token"], "is missing: the session ends with the access token")];
  const body = { ...login, grant_type: "password" };
  const tokens = await run.ask("logIn", LoginSchema, { body, check });
  const refreshToken = tokens?.refreshToken;
  if (!tokens || !refreshToken) return tokens;
  const refreshed = await run.ask("refreshToken", RefreshSchema, { body: { refresh_token: refreshToken } });
  return refreshed ? { ...refreshed, refreshToken: refreshed.refreshToken ?? refreshToken } : tokens;
}

/** Reads the shopper's account. */
export async function readAccount(run: Run, token: string): Promise<void> {
  await run.ask("getUser", UserSchema, { token });
  await run.ask("getProfile", ProfileSchema, { token });
  await run.ask("getCart", CartSchema, { token });
  await run.ask("getCoinHistory", CoinHistorySchema, { token });
  const { features } = run.options;
  if (features.includes("sessions")) await run.ask("listSessions", SessionsSchema, { token });
  if (features.includes("stockNotice")) await run.ask("listStockNotices", StockNoticesSchema, { token });
  if (features.includes("wallet")) await readWallet(run, token);
  const history = await run.ask("getOrderHistory", OrderHistorySchema, { token });
  const newest = history?.[0];
  if (newest) await readOrder(run, token, newest.id, { ifRefused: OTHER_IDS });
  const paid = history?.find(({ receiptNumber }) => receiptNumber !== null);
  if (paid && features.includes("receipts")) {
    await run.ask("getReceipt", ReceiptSchema, { token, query: { order_id: paid.id } });
  }
}

async function readWallet(run: Run, token: string) {
  const wallet = await run.ask("getWallet", WalletSchema, { token });
  const [first] = wallet?.cards ?? [];
  if (first) await run.ask("getWalletCard", WalletCardSchema, { token, query: { id: first.id } });
}

/** A backend's history may have other ids than its orders. */
const OTHER_IDS = tolerated(
  [],
  "the id in the history is not the order's: no link leads from the history to its payment",
);

/** `amount` in paise, if known. */
type Expected = { amount?: number; ifRefused?: Finding };

/** Reads an order twice: its status, and its details with links. @returns the order */
export async function readOrder(run: Run, token: string, id: string, expected: Expected): Promise<Order | undefined> {
  const { amount, ifRefused } = expected;
  const check = (order: { amount: number | null }): Finding[] =>
    amount === undefined || order.amount === amount ? [] : [breaks(["amount"], "is not that of the order")];
  const status = { order_id: id, decoded_status: "false" };
  const known = await run.ask("getOrderStatus", OrderSchema, { token, query: status, check, ifRefused });
  if (!known && ifRefused) return undefined;
  const details = { order_id: id, decode_status: "false" };
  const order = await run.ask("getOrder", OrderSchema, {
    token,
    query: details,
    check: (found) => [...check(found), ...checkLinks(run, found)],
  });
  await run.askRefused("getOrder", {
    about: "of an order that does not exist",
    statuses: [404],
    token,
    query: { order_id: "no-such-order", decode_status: "false" },
  });
  return order;
}

function checkPage(list: ProductList): Finding[] {
  const { products } = list;
  return [
    ...checkPageSize(list),
    ...(products.length === 0 ? [tolerated([], "has no cards")] : []),
    ...checkAmounts(products),
  ];
}

function checkAmounts(products: Product[]): Finding[] {
  const unsold = products.filter(({ denominations }) => denominations.length === 0).length;
  const what = `${unsold} of ${products.length} cards cannot be bought, whatever their price: no denominations`;
  return unsold > 0 ? [tolerated([], what)] : [];
}

const checkPageSize = ({ products }: ProductList): Finding[] =>
  products.length > PER_PAGE ? [tolerated([], `has ${products.length} cards, where ${PER_PAGE} were asked for`)] : [];

function isSorted(products: Product[], sort: string): boolean {
  const prices = products.map(({ price, denominations }) => price ?? denominations[0]?.min ?? 0);
  const direction = sort === "asc" ? 1 : -1;
  return prices.every((price, index) => index === 0 || (price - prices[index - 1]!) * direction >= 0);
}
