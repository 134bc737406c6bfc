// A host for a brand of Awning: every call of docs/commerce-api.md that is not optional, kept in memory.
// PORT=4100 node docs/example-backend/server.ts; POST /example/pay/?order_id=ID stands in for a gateway.
import { randomBytes, randomUUID, scryptSync, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

import { CATEGORIES, listProducts, PRODUCTS } from "./catalogue.ts";

type Json = Record<string, any>;
type Call = { query: URLSearchParams; body: Json; account: Json };

const accounts: Json[] = [];
const accessTokens = new Map<string, { account: Json; until: number }>();
const refreshTokens = new Map<string, Json>();
const coupons = new Map([["EXAMPLE-100", 100]]);

function refuse(status: number, detail: string): never {
  throw new Error(detail, { cause: status });
}
const findIn = (list: Json[], id: unknown) => list.find((item) => item.id === id) ?? refuse(404, "Not found");
const now = () => new Date().toISOString();
const hash = (password: unknown, salt: Buffer) => scryptSync(String(password), salt, 32);
const find = (name: string) => accounts.find(({ profile }) => profile.email === name || profile.phone === name);

function createAccount({ username, email, phone, password }: Json): Json {
  const address = { profile_pic_image_url: null, address_line1: "", address_line2: "", country: "India" };
  const [salt, profile] = [randomBytes(16), { username, email, phone, ...address }];
  return { profile, salt, hash: hash(password, salt), coins: 0, coinHistory: [], cart: [], orders: [] };
}
function giveAccess(account: Json) {
  const access_token = randomUUID();
  accessTokens.set(access_token, { account, until: Date.now() + 300_000 });
  return { access_token };
}
function setQuantity(line: Json, quantity: number) {
  if (!(Number.isInteger(quantity) && quantity > 0)) refuse(400, "A quantity is a whole number from 1");
  return Object.assign(line, { quantity, to_pay: line.price * quantity });
}
function addLine(account: Json, { product_id, quantity, selectedDenomination: price }: Json) {
  const { id, name, image_url } = PRODUCTS.find((known) => known.id === product_id) ?? refuse(400, "No such card");
  if (price !== PRODUCTS[id - 1]!.price) refuse(400, "This amount is not sold");
  const line = { id: randomUUID(), product: { id, name, image_url, expiry_date: null }, price };
  account.cart.push(setQuantity(line, quantity));
  return line;
}
function pay(account: Json, order: Json) {
  const codes = order.items.flatMap(({ quantity }: Json) => Array.from({ length: quantity }, () => randomUUID()));
  order.vouchers = codes.map((card_number: string) => ({ card_number, pin_code: "1234", claim_url: null }));
  order.status = "Completed";
  account.cart = account.cart.filter(({ id }: Json) => !order.items.some((item: Json) => item.id === id));
}
function placeOrder(account: Json, { amount, coins_used, order_number, redirect_url: redirectUrl }: Json) {
  const total = account.cart.reduce((sum: number, { to_pay }: Json) => sum + to_pay, 0);
  const isRight = Math.round(100 * (amount + coins_used)) === Math.round(100 * total) && account.coins >= coins_used;
  if (!isRight || !(coins_used >= 0) || total === 0) refuse(409, "The cart or the balance has changed");
  const paymentLinks = { other: `upi://pay?pa=example@bank&tr=${order_number}&am=${amount}&cu=INR` };
  const items = account.cart.map(({ product, ...line }: Json) => ({ ...product, ...line, price_mrp: line.price }));
  const [id, created_at] = [randomUUID(), now()];
  const past = { id, order_date: created_at, voucher_type: "Gift card", items, vouchers: [] };
  const sent = { amount, coins_used, order_number, redirectUrl, user: account.profile };
  const order = { order_id: id, created_at, status: "Pending", paymentLinks, ...sent, ...past };
  account.coins -= coins_used;
  account.orders.unshift(order);
  if (amount === 0) pay(account, order);
  return order;
}
const OPEN: Record<string, (call: Omit<Call, "account">) => unknown> = {
  "GET /configurator/": () => ({ organization_name: "Example", email: "help@host.example", primary_color: "#1f5f5b" }),
  "GET /home/": () => ({ categories: CATEGORIES, subcategories: CATEGORIES }),
  "GET /products/": ({ query }) => listProducts(query),
  "GET /products/sort/": ({ query }) => {
    const sign = query.get("sort") === "desc" ? -1 : 1;
    const page = listProducts(
      query,
      PRODUCTS.toSorted((one, other) => sign * (one.price - other.price)),
    );
    return { ...page, results: { products: page.results } };
  },
  "GET /search/": ({ query }) =>
    PRODUCTS.filter(({ name }) => name.toLowerCase().includes(String(query.get("q")).toLowerCase())),
  "POST /user/signup/": ({ body }) => {
    if (find(body.email)) refuse(409, "This address is taken");
    return accounts[accounts.push(createAccount(body)) - 1]!.profile;
  },
  "POST /user/login/": ({ body: { username, password } }) => {
    const account = find(username) ?? refuse(401, "Wrong name or password");
    if (!timingSafeEqual(account.hash, hash(password, account.salt))) refuse(401, "Wrong name or password");
    const refresh_token = randomUUID();
    refreshTokens.set(refresh_token, account);
    return { ...giveAccess(account), refresh_token, user: { ...account.profile, coins: account.coins } };
  },
  "POST /user/refreshtoken/": ({ body }) => giveAccess(refreshTokens.get(body.refresh_token) ?? refuse(401, "Log in")),
};
const SIGNED: Record<string, (call: Call) => unknown> = {
  "GET /user-data/": ({ account: { profile, coins } }) => ({ ...profile, coins }),
  "GET /edit-profile/": ({ account }) => account.profile,
  "PUT /edit-profile/": ({ account: { profile }, body }) => Object.assign(profile, body, { email: profile.email }),
  "PATCH /user/update/": ({ account, body: { phone, email_new } }) =>
    Object.assign(account.profile, { phone, email: email_new }),
  "GET /cart/": ({ account }) => account.cart,
  "POST /cart/": ({ account, body }) => body.cart_items.map((item: Json) => addLine(account, item)),
  "PATCH /cart/": ({ account, body }) => setQuantity(findIn(account.cart, body.id), body.quantity),
  "DELETE /cart/": ({ account, body }) =>
    void account.cart.splice(account.cart.indexOf(findIn(account.cart, body.id)), 1),
  "POST /load-coin/": ({ account, body: { coupon_code } }) => {
    const amount = coupons.get(coupon_code) ?? refuse(400, "This code is not good");
    coupons.delete(coupon_code);
    const data = { coins_added: amount, previous_balance: account.coins };
    account.coins += amount;
    account.coinHistory.unshift({ id: randomUUID(), coupon_code, amount, is_redeemed: true, created_at: now() });
    return { status: "success", message: `${amount} coins are yours`, data };
  },
  "GET /coins-history": ({ account }) => ({ coins: account.coinHistory }),
  "GET /order-history/": ({ account }) => account.orders,
  "POST /place-order/": ({ account, body }) => {
    const known = account.orders.find(({ order_number }: Json) => order_number === body.order_number);
    const { id: orderId, paymentLinks } = known ?? placeOrder(account, body);
    return { orderId, paymentLinks, updatedCoins: account.coins };
  },
  "GET /place-order/": ({ account, query }) => findIn(account.orders, query.get("order_id")),
  "GET /order-status/": ({ account, query }) => findIn(account.orders, query.get("order_id")),
  "POST /example/pay/": ({ account, query }) => pay(account, findIn(account.orders, query.get("order_id"))),
};

async function answer(req: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams: query } = new URL(req.url!, "http://host");
  const headers = { "content-type": req.headers["content-type"] ?? "" };
  const [isForm, sent] = [/^multipart/.test(headers["content-type"]), new Response(await text(req), { headers })];
  const body = isForm ? Object.fromEntries(await sent.formData()) : JSON.parse((await sent.text()) || "{}");
  const name = `${req.method} ${pathname}`;
  if (OPEN[name]) return OPEN[name]({ query, body });
  const session = accessTokens.get(req.headers.authorization?.replace("Bearer ", "") ?? "");
  if (!session || session.until < Date.now()) return refuse(401, "The token is not good");
  return (SIGNED[name] ?? refuse(404, "No such call"))({ query, body, account: session.account });
}
const server = createServer(async (req, res) => {
  const end = (status: number, json?: unknown) =>
    res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
  try {
    const json = await answer(req);
    end(json === undefined ? 204 : 200, json);
  } catch (error) {
    const { message, cause } = error as Error;
    if (typeof cause !== "number") console.error(error);
    end(typeof cause === "number" ? cause : 500, {
      detail: typeof cause === "number" ? message : "Something went wrong",
    });
  }
});
server.listen(Number(process.env.PORT ?? 4100), "127.0.0.1", () => console.log("Listening at", server.address()));
