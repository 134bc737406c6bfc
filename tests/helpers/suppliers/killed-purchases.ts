import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { pino } from "pino";
import { request } from "undici";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { parseEnv } from "../../../api/base/env.ts";
import { createToken, signAccessToken } from "../../../api/domain/tokens.ts";
import { createSession } from "../../../api/repositories/accounts/sessions.ts";
import { createUser } from "../../../api/repositories/accounts/users.ts";
import { unsealVoucher } from "../../../api/repositories/cards/vouchers.ts";
import { insertCartLine } from "../../../api/repositories/cart/cart.ts";
import { createCategory, createProduct, createSubcategory } from "../../../api/repositories/catalogue/catalogue.ts";
import { replaceSources } from "../../../api/repositories/suppliers/product-sources.ts";
import { signNotification } from "../../../api/sandbox/signature.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { prepareShops, readEmbeddedTenants } from "../../../api/tenancy/bootstrap.ts";
import { freePort } from "../http/free-port.ts";
import { Replica, SECRETS } from "../processes/deployment.ts";
import { type SimulatedSupplier, startSimulatedSupplier, type SupplierKind } from "./simulated-suppliers.ts";

const BRAND = "acme";
const DAY_MS = 24 * 60 * 60 * 1000;
const PAISE = 50_000;
const QUANTITY = 2;
/** Purchases that begin before a kill. */
const BETWEEN_KILLS = 3;
/** Kills happen within this time of the purchases' start; a supply order follows its payment by about a second. */
const KILL_WITHIN_MS = 1_800;
/** The limit of each round at the end, in which the API queries the supplier for open orders again. */
const SETTLE_MS = 12_000;
const SETTLE_ROUNDS = 12;
const FAULTS = ["cut", "cut before", "wrong shape", 500, 429, 503] as const;

type Options = {
  kind: SupplierKind;
  kills: number;
  /** Between 0 and 1, as Math.random. */
  random: () => number;
  /** A PostgreSQL database; absent: SQLite. */
  url?: string;
  /** Leaves some calls without an answer, which takes ten seconds each. */
  hangs?: boolean;
};

export type KilledPurchases = {
  orders: number;
  /** Orders in the supplier's books. */
  booked: number;
  /** All that must be empty: a text for each difference between the shop's books and the supplier's. */
  differences: string[];
};

type Buyer = { token: string; number: string; isPaid: boolean };

/**
 * Shoppers buy a supplier's cards while the API is killed (SIGKILL) and started again, and some of the supplier's
 * answers are lost. Afterwards every order is settled, and the supplier's books are compared with the shop's.
 */
export async function killDuringPurchases({
  kind,
  kills,
  random,
  url,
  hangs = false,
}: Options): Promise<KilledPurchases> {
  const folder = mkdtempSync(join(tmpdir(), "awning-supplier-kills-"));
  const supplier = await startSimulatedSupplier(kind);
  const values = writeBrand(folder, supplier, url);
  const port = await freePort();
  const api = new Replica("api/server.ts", port, { ...values, COMMERCE_API_PORT: String(port) });
  const oneOf = <Value>(all: readonly Value[]) => all[Math.floor(random() * all.length)]!;
  try {
    const tokens = await withBrand(values, (shop) => fill(shop, supplier.sell(), kills * BETWEEN_KILLS));
    const keys = await withBrand(values, async (shop) => shop.keys);
    const buyers = tokens.map((token): Buyer => ({ token, number: `ORD${randomUUID()}`, isPaid: false }));
    const call = async (path: string, body: string, headers: Record<string, string>) => {
      const all = { "content-type": "application/json", ...headers };
      const answer = await request(`http://127.0.0.1:${port}/${BRAND}${path}`, { method: "POST", body, headers: all });
      const text = await answer.body.text();
      if (answer.statusCode > 201) throw new Error(`${path} answered ${answer.statusCode} ${text}`);
      return JSON.parse(text || "null");
    };
    /** Each step may be repeated after a kill: the order's number and the notification are the same. */
    async function buy(buyer: Buyer) {
      const page = `http://${BRAND}.localhost/payment-success?order_number=${buyer.number}`;
      const amount = (PAISE * QUANTITY) / 100;
      const order = { order_number: buyer.number, coins_used: 0, amount, redirect_url: page, notify_url: page };
      const headers = { authorization: `Bearer ${buyer.token}` };
      const placed = await call("/place-order/", JSON.stringify(order), headers);
      const id = new URL(placed.paymentLinks.other, page).searchParams.get("payment")!;
      const payment = { event_id: id, payment_id: id, order_number: buyer.number, amount: PAISE * QUANTITY };
      const text = JSON.stringify({ ...payment, result: "success", currency: "INR" });
      await call("/payment-notification", text, signNotification(keys, text, Date.now()));
      buyer.isPaid = true;
    }

    /** The clock of a process cannot be turned, so the leases and the pauses of the dead one end here. */
    async function startAgain() {
      await withBrand(values, endLeases);
      await api.start();
    }

    await api.start();
    const begun: Buyer[] = [];
    for (let kill = 0; kill < kills; kill++) {
      begun.push(...buyers.splice(0, BETWEEN_KILLS));
      if (random() < 0.5) supplier.failNext(oneOf(hangs ? [...FAULTS, "hang" as const] : FAULTS));
      if (random() < 0.3) supplier.workNext();
      const moment = pause(random() * KILL_WITHIN_MS);
      const waiting = begun.filter(({ isPaid }) => !isPaid).map((buyer) => buy(buyer).catch(() => "cut off"));
      await moment;
      await api.kill9();
      await Promise.all(waiting);
      await startAgain();
    }
    for (const buyer of begun.filter(({ isPaid }) => !isPaid)) await buy(buyer);
    for (let rounds = 0; (await withBrand(values, countOpen)) > 0; rounds++) {
      if (rounds === SETTLE_ROUNDS) throw new Error("orders stay open");
      for (const { ref, state } of supplier.booked())
        if (state === "working") supplier.end(ref, oneOf(["complete", "refused"]));
      await api.kill9();
      await startAgain();
      await withBrand(values, async (shop) => {
        for (const end = Date.now() + SETTLE_MS; Date.now() < end && (await countOpen(shop)) > 0;) await pause(250);
      });
    }
    await api.stop();
    const differences = await withBrand(values, (shop) => compare(shop, supplier, begun.length));
    return { orders: begun.length, booked: supplier.booked().length, differences };
  } finally {
    await api.kill9();
    await supplier.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeBrand(folder: string, { settings, secrets }: SimulatedSupplier, url: string | undefined) {
  const tenantsDir = join(folder, "tenants");
  mkdirSync(join(tenantsDir, BRAND), { recursive: true });
  const tenant = { id: BRAND, hostnames: [`${BRAND}.localhost`], suppliers: { main: settings } };
  writeFileSync(join(tenantsDir, BRAND, "tenant.json"), JSON.stringify(tenant));
  const named = Object.entries(secrets).map(([name, value]) => [`SUPPLIER_ACME_MAIN_${name}`, value]);
  return {
    DATA_DIR: join(folder, "data"),
    TENANTS_DIR: tenantsDir,
    DATA_KEY: SECRETS.DATA_KEY,
    ...(url !== undefined && { DATABASE_URL: url }),
    ...(Object.fromEntries(named) as Record<string, string>),
  };
}

/** Opens the brand's shop in this process, without its worker, for `use`. */
async function withBrand<Value>(values: Record<string, string>, use: (shop: Shop) => Promise<Value>): Promise<Value> {
  const parsed = parseEnv(values);
  if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
  const log = pino({ level: "silent" });
  const tenants = readEmbeddedTenants(parsed.env, log);
  const { databases, shops } = prepareShops(parsed.env, { tenants, log, workers: false });
  await shops.replace(tenants);
  try {
    return await use(await shops.open(BRAND));
  } finally {
    await shops.close();
    await databases.close();
  }
}

/** Adds a product that only the supplier has, and signed-in shoppers with two of it in the cart. @returns their tokens */
async function fill(shop: Shop, sku: string, count: number): Promise<string[]> {
  const productId = await shop.db.transaction(async (tx) => {
    const id = await createProduct(tx, {
      name: "Page One",
      imageUrl: "/media/cards/test.svg",
      priceMrp: PAISE,
      isAvailable: true,
      quantity: 0,
      subcategoryId: await createSubcategory(tx, await createCategory(tx, "Books"), "Novels"),
      denominations: [{ min: PAISE, max: PAISE }],
      validityDays: 365,
      details: "",
      termsAndConditions: "",
      howToUse: "",
    });
    await replaceSources(tx, id, [{ supplier: "main", sku }]);
    return id;
  });
  const now = Date.now();
  const expiresAt = now + DAY_MS;
  const tokens: string[] = [];
  for (let index = 0; index < count; index++) {
    const { userId, sessionId } = await shop.db.transaction(async (tx) => {
      const person = { username: "Asha Rao", email: `shopper-${index}@acme.test`, phone: "", isVerified: true };
      const userId = await createUser(tx, { ...person, passwordHash: "none", now: now - 30 * DAY_MS });
      await insertCartLine(tx, userId, { productId, denomination: PAISE, quantity: QUANTITY }, now);
      const session = { userId, refreshToken: createToken(), client: "", now, expiresAt };
      return { userId, sessionId: await createSession(tx, session) };
    });
    tokens.push(signAccessToken({ tenantId: shop.tenant.id, userId, sessionId, expiresAt }, shop.keys));
  }
  return tokens;
}

const endLeases = ({ db }: Shop) =>
  db.transaction((tx) =>
    tx.updateTable("supply_orders").set({ next_try_at: Date.now() }).where("next_try_at", "is not", null).execute(),
  );

const countOpen = async ({ db }: Shop) =>
  (await db.read.selectFrom("orders").select("id").where("status", "in", ["pending", "paid", "fulfilling"]).execute())
    .length;

/** A text for each difference between what the supplier sold, our supply orders, and the codes that were delivered. */
async function compare(shop: Shop, supplier: SimulatedSupplier, expected: number): Promise<string[]> {
  const { read } = shop.db;
  const differences = await auditLedger(shop);
  const check = (isRight: boolean, text: string) => void (isRight || differences.push(text));
  const orders = await read.selectFrom("orders").selectAll().execute();
  check(orders.length === expected, `${orders.length} orders of ${expected}`);
  const rows = await read
    .selectFrom("supply_orders")
    .innerJoin("order_items", "order_items.id", "supply_orders.order_item_id")
    .selectAll("supply_orders")
    .select(["order_items.order_id", "order_items.issued as delivered"])
    .execute();
  const vouchers = await read.selectFrom("vouchers").selectAll().execute();
  const booked = supplier.booked();
  check(new Set(booked.map(({ ref }) => ref)).size === booked.length, "the supplier has a ref twice");
  for (const { ref, codes } of booked) {
    const row = rows.find((row) => row.ref === ref);
    check(row !== undefined, `the supplier sold ${ref}, which the shop does not know`);
    const stored = vouchers.filter(({ supply_ref }) => supply_ref === ref);
    const numbers = stored.map((voucher) => unsealVoucher(shop, voucher as never).cardNumber);
    check(
      String(numbers.toSorted()) === String(codes.toSorted()),
      `${ref}: ${codes.length} sold, ${numbers.length} stored`,
    );
    check(row?.issued === codes.length, `${ref}: ${codes.length} sold, ${row?.issued} booked`);
    check(
      stored.every(({ order_item_id: item }) => item === row?.order_item_id),
      `${ref}: delivered to another line`,
    );
  }
  for (const { id, status } of orders) {
    const own = rows.filter(({ order_id }) => order_id === id);
    check(own.length === 1, `order ${id} has ${own.length} supply orders`);
    const isWhole = own[0]?.delivered === QUANTITY;
    check(
      status === (isWhole ? "completed" : "refund_due"),
      `order ${id} is ${status} with ${own[0]?.delivered} codes`,
    );
  }
  return differences;
}
