import { randomDigits, randomLetters } from "../wire/ids.ts";

/** Prices in paise: a range, or the values of a list. */
export type Product = {
  sku: string;
  name: string;
  price: { type: "RANGE"; min: number; max: number } | { type: "SLAB"; denominations: number[] };
};

export type Card = {
  sku: string;
  name: string;
  cardNumber: string;
  cardPin: string;
  activationUrl: string | null;
  amount: number;
  validity: string;
};

export type Order = {
  refno: string;
  orderId: string;
  product: Product;
  quantity: number;
  /** The price of one card, in paise. */
  price: number;
  status: "COMPLETE" | "PROCESSING" | "CANCELED";
  cards: Card[];
  createdAt: number;
};

const range = (sku: string, name: string): Product => ({
  sku,
  name,
  price: { type: "RANGE", min: 1_000, max: 1_000_000 },
});

/** The sandbox's universal test SKUs, each with a fixed outcome, and two ordinary products. */
const PRODUCTS: Product[] = [
  range("CNPIN", "Card number and PIN"),
  range("VOUCHERCODE", "Voucher code without a PIN"),
  range("CLAIMCODE", "Claim code with a link"),
  range("PROCESSINGSTS", "Stays in work"),
  range("DISABLEDSTS", "Disabled"),
  range("INVFAILURE", "Out of stock"),
  range("APITESTTIMFAIL", "Timeout that failed"),
  range("testsuccess001", "Timeout that succeeded"),
  range("EGCGBAMZ001", "Any amount"),
  { sku: "EGCGBFK001", name: "Fixed amounts", price: { type: "SLAB", denominations: [10_000, 50_000, 100_000] } },
];

const YEAR_MS = 365 * 24 * 3_600_000;

/** All data of the simulated account. Amounts in paise, times in ms. */
export class Books {
  readonly products: Product[] = structuredClone(PRODUCTS);
  readonly orders: Order[] = [];
  /** The prepaid balance. */
  float: number;
  /** The number of cards that the next order lacks. */
  missing = 0;
  /** True: the next order gets the codes of the last one again. */
  repeatsCodes = false;
  /** True: the next order stays in processing, whatever its SKU. */
  isSlow = false;
  readonly #now: () => number;

  constructor(now: () => number, float: number) {
    this.#now = now;
    this.float = float;
  }

  addOrder(refno: string, product: Product, quantity: number, price: number): Order {
    const own = { orderId: randomDigits(13), status: "PROCESSING", cards: [], createdAt: this.#now() } as const;
    const order: Order = { ...own, cards: [], refno, product, quantity, price };
    this.orders.push(order);
    this.float -= quantity * price;
    return order;
  }

  /** Gives an order its cards. The price of a missing card returns to the float. */
  complete(order: Order): void {
    const count = Math.max(0, order.quantity - this.missing);
    this.missing = 0;
    const last = this.repeatsCodes ? this.orders.findLast(({ cards }) => cards.length > 0)?.cards : undefined;
    this.repeatsCodes = false;
    order.cards = Array.from({ length: count }, (_, index) => last?.[index] ?? this.#newCard(order));
    order.status = "COMPLETE";
    this.float += (order.quantity - count) * order.price;
  }

  cancel(order: Order): void {
    if (order.status !== "PROCESSING") return;
    order.status = "CANCELED";
    this.float += order.quantity * order.price;
  }

  #newCard({ product: { sku, name }, price: amount }: Order): Card {
    const validity = new Date(this.#now() + YEAR_MS).toISOString();
    const card = { sku, name, amount, validity, activationUrl: null };
    const code = randomLetters(16).toUpperCase();
    if (sku === "VOUCHERCODE") return { ...card, cardNumber: code, cardPin: "" };
    if (sku === "CLAIMCODE")
      return { ...card, cardNumber: "", cardPin: "", activationUrl: `https://claim.example/${code}` };
    return { ...card, cardNumber: `00${randomDigits(14)}`, cardPin: `0${randomDigits(5)}` }; // leading zeros matter
  }
}
