import { createReloadlySimulator } from "../../../simulators/reloadly/simulator.ts";
import { listen } from "../../../simulators/wire/listen.ts";
import { createWoohooSimulator } from "../../../simulators/woohoo/simulator.ts";
import { KEY_ID, SECRET, startScriptedSupplier } from "./scripted-supplier.ts";

/** One of our orders in the supplier's books. */
type Booked = { ref: string; state: "working" | "complete" | "refused"; quantity: number; codes: string[] };

/** The failure of the next order's call. "cut" ends the connection after it is booked, "cut before" before that. */
type Fault = "cut" | "cut before" | "hang" | "wrong shape" | number;

/** A supplier that a simulator plays in this process, over HTTP. Amounts in paise. */
export type SimulatedSupplier = {
  /** For tenant.json. */
  settings: { kind: string; url: string };
  /** Environment variables without their common start. */
  secrets: Record<string, string>;
  /** Begins to sell a product of any amount. @returns its SKU */
  sell(): string;
  withdraw(sku: string): void;
  booked(): Booked[];
  failNext(how: Fault): void;
  /** The next order stays in work; `end` ends one, with its cards or without. */
  workNext(): void;
  end(ref: string, how: "complete" | "refused"): void;
  /** The next order gets so many cards fewer than ordered. */
  deliverFewer(cards: number): void;
  /** Makes all access tokens invalid, if there are any. */
  revokeTokens(): void;
  setFloat(paise: number): void;
  /** Calls about orders, such as "POST" for a new one, in their order. */
  calls(): string[];
  /** The faults of the calls, except of those that the test meant to be refused. */
  problems(): string[];
  close(): Promise<void>;
};

let products = 0;

export const SUPPLIER_KINDS = ["woohoo", "reloadly", "http"] as const;
export type SupplierKind = (typeof SUPPLIER_KINDS)[number];

type Options = { now?: () => number };

export const startSimulatedSupplier = (kind: SupplierKind, options: Options = {}): Promise<SimulatedSupplier> =>
  ({ woohoo: startWoohoo, reloadly: startReloadly, http: startHttp })[kind](options);

const VENDOR_FAULTS = {
  cut: "cut after commit",
  "cut before": "cut",
  hang: "hang after commit",
  "wrong shape": "wrong shape",
} as const;
const toVendorFault = (how: Fault) => (typeof how === "number" ? (`status ${how}` as const) : VENDOR_FAULTS[how]);

async function startWoohoo({ now }: Options): Promise<SimulatedSupplier> {
  const simulator = createWoohooSimulator({ now, float: 1e12 });
  const { books, keys } = simulator;
  const { url, close } = await listen(simulator);
  const billing = {
    firstname: "Test",
    lastname: "Shop",
    email: "care@shop.test",
    telephone: "+919999999999",
    line1: "1 Station Road",
    city: "Pune",
    region: "Maharashtra",
    postcode: "411001",
  };
  const settings = { kind: "woohoo", environment: "test", url, billing };
  const STATES = { PROCESSING: "working", COMPLETE: "complete", CANCELED: "refused" } as const;
  return {
    settings,
    secrets: {
      CLIENT_ID: keys.clientId,
      CLIENT_SECRET: keys.clientSecret,
      USERNAME: keys.username,
      PASSWORD: keys.password,
    },
    sell() {
      const sku = `SKU${++products}`;
      books.products.push({ sku, name: sku, price: { type: "RANGE", min: 1_000, max: 1_000_000 } });
      return sku;
    },
    withdraw: simulator.removeProduct,
    booked: () =>
      books.orders.map(({ refno, status, quantity, cards }) => ({
        ref: refno,
        state: STATES[status],
        quantity,
        codes: cards.map(({ cardNumber }) => cardNumber),
      })),
    failNext: (how) => simulator.failNext({ call: "create order", how: toVendorFault(how) }),
    workNext: simulator.workNext,
    end: (ref, how) => (how === "complete" ? simulator.complete(ref) : simulator.cancel(ref)),
    deliverFewer: simulator.deliverFewer,
    revokeTokens: simulator.revokeTokens,
    setFloat: (paise) => void (books.float = paise),
    calls: () => callsOf(simulator.requests, /order/),
    problems: () => simulator.requests.flatMap(({ problems, warnings }) => [...problems, ...warnings]),
    close,
  };
}

async function startReloadly({ now }: Options): Promise<SimulatedSupplier> {
  const simulator = createReloadlySimulator({ now, float: 1e12 });
  const { books, keys } = simulator;
  const { url, close } = await listen(simulator);
  const STATES: Record<string, Booked["state"]> = { SUCCESSFUL: "complete", REFUNDED: "refused", FAILED: "refused" };
  const stateOf = (status: string) => STATES[status] ?? "working";
  return {
    settings: {
      kind: "reloadly",
      environment: "test",
      url,
      senderName: "Test Shop",
      recipientEmail: "care@shop.test",
    } as SimulatedSupplier["settings"],
    secrets: { CLIENT_ID: keys.id, CLIENT_SECRET: keys.secret },
    sell() {
      const productId = 20_000 + ++products;
      const values = { least: 1_000, most: 1_000_000 };
      books.products.push({ productId, name: `Card ${productId}`, brand: "Card", values, isGone: false });
      return String(productId);
    },
    withdraw: (sku) => simulator.removeProduct(Number(sku)),
    booked: () =>
      books.transactions.map(({ customIdentifier, status, quantity, cards }) => ({
        ref: customIdentifier,
        state: stateOf(status),
        quantity,
        codes: stateOf(status) === "complete" ? cards.map(({ cardNumber }) => cardNumber) : [],
      })),
    failNext: (how) => simulator.failNext({ call: "create order", how: toVendorFault(how) }),
    workNext: () => simulator.nextStatus("PENDING"),
    end: (ref, how) => simulator.setStatus(ref, how === "complete" ? "SUCCESSFUL" : "FAILED"),
    deliverFewer: simulator.deliverFewer,
    revokeTokens: simulator.revokeTokens,
    setFloat: (paise) => void (books.float = paise),
    calls: () => callsOf(simulator.requests, /order|transaction/),
    problems: () => simulator.requests.flatMap(({ problems, warnings }) => [...problems, ...warnings]),
    close,
  };
}

async function startHttp(): Promise<SimulatedSupplier> {
  const script = await startScriptedSupplier();
  script.balance = 1e12;
  let [isSlow, missing] = [false, 0];
  const withdrawn = new Set<string>();
  script.decide = ({ quantity, sku, face_value: value }) => {
    const [wasSlow, lacking] = [isSlow, missing];
    [isSlow, missing] = [false, 0];
    if (withdrawn.has(sku)) return { state: "refused", reason: "not_sold" };
    if (value * quantity > script.balance!) return { state: "refused", reason: "float_low" };
    if (wasSlow) return { state: "working" };
    return { state: "complete", cards: script.cards(quantity - lacking) };
  };
  return {
    settings: { kind: "http", url: script.url },
    secrets: { KEY_ID, SECRET },
    sell() {
      const sku = `SKU${++products}`;
      script.products.push({ sku, name: sku, values: { least: 1_000, most: 1_000_000 } });
      return sku;
    },
    withdraw: (sku) => void withdrawn.add(sku),
    booked: () =>
      [...script.booked.values()].map(({ ref, state, quantity, cards = [] }) => ({
        ref,
        state,
        quantity,
        codes: cards.map(({ card_number }) => card_number),
      })),
    failNext: (how) => void script.faults.push(how),
    workNext: () => void (isSlow = true),
    end(ref, how) {
      const order = script.booked.get(ref)!;
      Object.assign(order, { state: how, cards: how === "complete" ? script.cards(order.quantity) : [] });
    },
    deliverFewer: (cards) => void (missing = cards),
    revokeTokens: () => {},
    setFloat: (paise) => void (script.balance = paise),
    calls: () => script.calls.filter((call) => call.includes("/orders")).map((call) => call.split(" ")[0]!),
    problems: () => [],
    close: script.close,
  };
}

const callsOf = (requests: { call: string; method: string }[], about: RegExp) =>
  requests.filter(({ call }) => about.test(call)).map(({ method }) => method);
