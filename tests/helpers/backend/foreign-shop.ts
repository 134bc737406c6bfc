import {
  CATEGORIES,
  listProducts,
  makeProducts,
  type Product,
  sortProducts,
  SUBCATEGORIES,
  text,
  wireProduct,
} from "./foreign-catalogue.ts";
import { type Line, type Order, wireDetails, wireLine, wireLinks, wireOrder, wireStatus } from "./foreign-orders.ts";

/** The differences between backends that a test can choose. */
export type Quirks = {
  /** The links in the place-order answer. */
  links: "paymentLinks" | "orderLink" | "redirect_url" | "both" | "none";
  /** The origin of the page behind orderLink. */
  payOrigin: string;
  /** Null: the host names no end of the payment. */
  minutesToPay: number | null;
  isConfirmedByHand: boolean;
  /** The place of an error's text. */
  errors: "details" | "detail" | "message" | "oauth";
  /** Products: `results` may be missing where nothing was found. */
  emptyResults: "missing" | "null" | "list";
  /** True if GET /order-status/ repeats the links of the place-order answer. */
  repeatsLinks: boolean;
  /** A list of found products, or a page of it. */
  search: "list" | "results";
  /** The number of products, and the most that a page holds, whatever size is requested. */
  products: number;
  mostPerPage: number;
  /** The status of unknown calls: 401 where the token is checked before the path. */
  unknownCall: 404 | 401;
  /** The cart adds a card to the equal line, instead of making a new one. */
  mergesLines: boolean;
  /** The history's ids are not those of the orders. */
  hasOwnHistoryIds: boolean;
  /** Takes the storefront's total for an order as it is. */
  trustsAmounts: boolean;
  /** How long a used refresh token is still accepted; null: refreshing does not change it. */
  rotationGraceMs: number | null;
};

export type Reply = { status: number; body?: unknown };
type Body = Record<string, unknown>;
/**
 * The foreign host's books, in memory, for one shopper: ids and numbers are strings, `usercoins`, `websiteUrl`,
 * times without a zone, missing lists, unknown fields, no productById, no logout, strict slashes.
 */
export class ForeignShop {
  readonly user = {
    username: "Farah",
    email: "farah@foreign.example",
    password: "Foreign@1",
    phone: "9876543210",
    coins: 1000,
  };
  readonly orders: Order[] = [];
  cart: Line[] = [];
  readonly quirks: Quirks;
  readonly products: Product[];
  #lastId = 0;

  constructor(quirks: Partial<Quirks>) {
    this.quirks = {
      links: "paymentLinks",
      minutesToPay: null,
      isConfirmedByHand: false,
      errors: "detail",
      emptyResults: "missing",
      rotationGraceMs: null,
      mergesLines: false,
      hasOwnHistoryIds: false,
      trustsAmounts: false,
      repeatsLinks: true,
      search: "list",
      products: 20,
      mostPerPage: Infinity,
      unknownCall: 404,
      payOrigin: "https://pay.foreign.example",
      ...quirks,
    };
    this.products = makeProducts(this.quirks.products);
  }

  findUser = (username: string, password: string) =>
    [this.user.email, this.user.phone].includes(username) && password === this.user.password
      ? this.#profile()
      : undefined;

  loginError = () =>
    this.quirks.errors === "oauth"
      ? { status: 401, body: { error: "invalid_grant", error_description: "Bad password" } }
      : this.error(401, "No such login");

  error(status: number, message: string): Reply {
    const bodies = {
      details: { status_code: status, details: { errorMessage: message } },
      detail: { detail: message },
      message: { message },
      oauth: { error: "invalid_request", error_description: message },
    };
    return { status, body: bodies[this.quirks.errors] };
  }

  /** Marks the order as paid, as after the bank's approval. */
  pay(orderNumber: string) {
    const order = this.orders.find(({ number }) => number === orderNumber);
    if (!order) throw new Error(`No order ${orderNumber}`);
    order.isPaid = true;
    this.cart = [];
  }

  answer(call: string, query: URLSearchParams, body: Body): Reply {
    const answers: Record<string, () => Reply> = {
      "GET /home/": () =>
        ok({ categories: [...CATEGORIES].reverse(), subcategories: SUBCATEGORIES, theme: { beta: true } }),
      "GET /configurator/": () =>
        ok({
          organization_name: "Foreign Gifts",
          websiteUrl: "https://foreign.example",
          primary_color: "rgb(18, 52, 86)",
          button_color: "Gold",
          about_us: {
            heading: "Gifts from afar",
            story: ["<p>Since 1998 &amp; counting.</p>", { text: "From Pune." }],
          },
          motto: 7,
        }),
      "GET /products/": () => ok(listProducts(this.products, query, (results) => ({ results }), this.quirks)),
      "GET /products/sort/": () =>
        ok(
          listProducts(
            sortProducts(this.products, query.get("sort")),
            query,
            (products) => ({ results: { products } }),
            this.quirks,
          ),
        ),
      "GET /search/": () => ok(this.#search(query.get("q") ?? "")),
      "POST /user/signup/": () =>
        body.email === this.user.email
          ? this.error(409, "This e-mail is taken")
          : { status: 200, body: { created: "yes" } },
      "GET /user-data/": () => ok(this.#profile()),
      "GET /edit-profile/": () => ok({ ...this.#profile(), address_line1: "1 Marine Drive", country: "India" }),
      "PUT /edit-profile/": () => this.#setPhone(body),
      "PATCH /user/update/": () => this.#setPhone(body),
      "GET /cart/": () => ok(this.cart.map(wireLine)),
      "POST /cart/": () => this.#add((body.cart_items as Body[]) ?? []),
      "PATCH /cart/": () => this.#change(body),
      "DELETE /cart/": () => this.#remove(body),
      "POST /load-coin/": () => this.#loadCoin(body),
      "GET /coins-history": () =>
        ok({
          coins: [
            {
              id: "h1",
              coupon_code: "FOREIGN-1",
              amount: "25.00",
              is_redeemed: true,
              created_at: "2026-01-05 10:00:00",
            },
          ],
        }),
      "GET /order-history/": () => ok([...this.orders].reverse().map((order) => wireOrder(order, this.quirks))),
      "POST /place-order/": () => this.#place(body),
      "GET /place-order/": () => this.#withOrder(query, (order) => ok(wireStatus(order))),
      "GET /order-status/": () => this.#withOrder(query, (order) => this.#details(order)),
    };
    const answer = answers[call]?.();
    if (answer) return answer;
    const { unknownCall } = this.quirks;
    if (unknownCall === 401) return this.error(401, "Authentication credentials were not provided.");
    return { status: 404, body: "<html><title>Not Found</title></html>" };
  }

  #search(words: string) {
    const found = this.products.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase())).map(wireProduct);
    return this.quirks.search === "list" ? found : { results: found, next: null, count: found.length };
  }

  #profile = () => ({
    username: this.user.username,
    email: this.user.email,
    phone: this.user.phone,
    usercoins: text(this.user.coins),
  });

  #setPhone(body: Body): Reply {
    this.user.phone = String(body.phone);
    return ok(this.#profile());
  }

  #add(items: Body[]): Reply {
    const lines = items.map((item): Line | undefined => {
      const found = this.products.find(({ id }) => id === String(item.product_id));
      return (
        found && {
          id: `line-${++this.#lastId}`,
          product: found,
          quantity: Number(item.quantity),
          price: Number(item.selectedDenomination),
        }
      );
    });
    if (lines.some((line) => !line)) return this.error(400, "Unknown product");
    for (const line of lines as Line[]) {
      const equal = this.cart.find(({ product, price }) => product === line.product && price === line.price);
      if (this.quirks.mergesLines && equal) equal.quantity += line.quantity;
      else this.cart.push(line);
    }
    return { status: 200, body: (lines as Line[]).map(wireLine) };
  }

  #change(body: Body): Reply {
    const line = this.cart.find(({ id }) => id === body.id);
    if (!line) return this.error(404, "No such item");
    line.quantity = Number(body.quantity);
    return ok(wireLine(line));
  }

  #remove(body: Body): Reply {
    this.cart = this.cart.filter(({ id }) => id !== body.id);
    return { status: 204 };
  }

  #loadCoin(body: Body): Reply {
    if (body.coupon_code !== "FOREIGN-100") return this.error(400, "This code is not ours");
    const previous = this.user.coins;
    this.user.coins += 100;
    return ok({ status: "success", message: "Loaded", data: { coins_added: "100", previous_balance: text(previous) } });
  }

  #place(body: Body): Reply {
    const number = String(body.order_number);
    const [amount, coins] = [Number(body.amount), Number(body.coins_used)];
    let order = this.orders.find((known) => known.number === number);
    if (!order) {
      const total = this.cart.reduce((sum, line) => sum + line.price * line.quantity, 0);
      if (!this.quirks.trustsAmounts && Math.round((amount + coins) * 100) !== Math.round(total * 100))
        return this.error(409, "The total has changed");
      const redirectUrl = String(body.redirect_url);
      order = {
        id: `FO/${++this.#lastId}`,
        number,
        amount,
        coins,
        at: new Date(),
        isPaid: false,
        lines: [...this.cart],
        redirectUrl,
      };
      this.orders.push(order);
      this.user.coins -= coins;
    }
    return ok({ orderId: order.id, updatedCoins: text(this.user.coins), ...wireLinks(order, this.quirks) });
  }

  #withOrder(query: URLSearchParams, answer: (order: Order) => Reply): Reply {
    const order = this.orders.find(({ id }) => id === query.get("order_id"));
    return order ? answer(order) : this.error(404, "No such order");
  }

  #details = (order: Order): Reply => ok(wireDetails(order, this.user, this.quirks));
}

const ok = (body: unknown): Reply => ({ status: 200, body });
