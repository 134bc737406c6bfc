import { randomDigits } from "../wire/ids.ts";

export type Status = "SUCCESSFUL" | "PENDING" | "PROCESSING" | "REFUNDED" | "FAILED";

/** Values are paise of INR, the recipient's currency. */
export type Product = {
  productId: number;
  name: string;
  brand: string;
  /** A list, or the least and the most of a range. */
  values: number[] | { least: number; most: number };
  isGone: boolean;
  /** An order needs the recipient's account at the brand. */
  needsUserId?: boolean;
};

/** Digits, as text: the vendor may write them as JSON numbers. */
export type Card = { cardNumber: string; pinCode: string; redemptionUrl?: string };

export type Transaction = {
  transactionId: number;
  customIdentifier: string;
  product: Product;
  quantity: number;
  unitPrice: number;
  recipientEmail: string | null;
  status: Status;
  cards: Card[];
  createdAt: number;
};

const PRODUCTS: Product[] = [
  {
    productId: 18_001,
    name: "Amazon India",
    brand: "Amazon",
    values: { least: 10_000, most: 1_000_000 },
    isGone: false,
  },
  { productId: 18_002, name: "Flipkart India", brand: "Flipkart", values: [10_000, 50_000, 100_000], isGone: false },
];

/** All data of the simulated account. Amounts in paise, times in ms. */
export class Books {
  readonly products: Product[] = structuredClone(PRODUCTS);
  readonly transactions: Transaction[] = [];
  /** The prepaid balance, in paise of INR at the account's rate. */
  float: number;
  /** The status of the next order. */
  nextStatus: Status = "SUCCESSFUL";
  /** The number of cards that the next order lacks. */
  missing = 0;
  /** True: the next order gets the codes of the last one again. */
  repeatsCodes = false;
  readonly #now: () => number;

  constructor(now: () => number, float: number) {
    this.#now = now;
    this.float = float;
  }

  add(
    order: Pick<Transaction, "customIdentifier" | "product" | "quantity" | "unitPrice" | "recipientEmail">,
  ): Transaction {
    const last = this.repeatsCodes ? this.transactions.at(-1)?.cards : undefined;
    const count = Math.max(0, order.quantity - this.missing);
    const cards = Array.from({ length: count }, (_, index) => last?.[index] ?? newCard());
    const transactionId = 10_000 + this.transactions.length;
    const transaction = { ...order, transactionId, status: this.nextStatus, cards, createdAt: this.#now() };
    this.transactions.push(transaction);
    this.float -= order.quantity * order.unitPrice;
    Object.assign(this, { nextStatus: "SUCCESSFUL", missing: 0, repeatsCodes: false });
    return transaction;
  }

  setStatus(transaction: Transaction, status: Status): void {
    const isLost = (one: Status) => one === "REFUNDED" || one === "FAILED";
    if (isLost(status) && !isLost(transaction.status)) this.float += transaction.quantity * transaction.unitPrice;
    transaction.status = status;
  }
}

/** A JavaScript number cannot hold 19 digits. */
const newCard = (): Card => ({ cardNumber: randomDigits(19), pinCode: randomDigits(6) });
