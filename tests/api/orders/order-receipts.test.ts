import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { createPostgresDatabases } from "../../../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../../../api/db/sqlite/sqlite.ts";
import { getOrder } from "../../../api/repositories/orders/orders.ts";
import { issueReceipt } from "../../../api/repositories/orders/receipts.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import {
  createShopper,
  fillCart,
  notify,
  paymentOf,
  placeOne,
  runWorker,
  startOrder,
  statusOf,
  stockUp,
} from "../../helpers/api/test-orders.ts";
import { locksOff } from "../../helpers/database/locks-off.ts";
import { engines, forgetVersion } from "../../helpers/database/test-database.ts";

const receipt = (api: TestApi, token: string | undefined, orderId: string, tenant?: string) =>
  api.request("GET", `/order-receipt/?order_id=${encodeURIComponent(orderId)}`, { token, tenant });

/** An order of 900 rupees and 100 coins that is paid; with its receipt. */
async function payOne(api: TestApi) {
  const order = await startOrder(api);
  await notify(api, order.payment);
  return { ...order, receipt: (await receipt(api, order.token, order.orderId)).body };
}

const REFERENCE = /^ACM(-[0-9A-Z]{3}){2}$/;

describe.each(engines)("receipts on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 60);
  });
  afterAll(() => api.close());

  test("are issued for a paid order, with cash and coins separate, seller and buyer [MON-01]", async () => {
    const shop = api.shop();
    Object.assign(shop.tenant.legal, { entity: "Acme Rewards Private Limited", gstin: "29AAACA0000A1Z5" });
    shop.tenant.branding.address = "1 Main Road, Bengaluru";
    const { token, orderId, email, payment, receipt: first } = await payOne(api);
    expect(first).toEqual({
      number: expect.stringMatching(/^2025-26\/\d{6}$/),
      issued_at: new Date(api.clock.now()).toISOString(),
      order_number: payment.order_number,
      short_reference: expect.stringMatching(REFERENCE),
      items: [{ name: "Crust Court", quantity: 2, denomination: 500, amount: 1000 }],
      total: 1000,
      coins_used: 100,
      amount: 900,
      paid_by: { method: "UPI", reference: first.short_reference },
      user: { username: "Asha Rao", email },
      refund: null,
      legal: { entity: "Acme Rewards Private Limited", gstin: "29AAACA0000A1Z5", address: "1 Main Road, Bengaluru" },
    });

    // The bank's number of the transfer is on the payer's statement.
    await shop.db.transaction((tx) =>
      tx
        .updateTable("payment_events")
        .set({ bank_reference: "412345678901" })
        .where("payment_id", "=", payment.payment_id)
        .execute(),
    );
    const { body: withNumber } = await receipt(api, token, orderId);
    expect(withNumber).toEqual({ ...first, paid_by: { method: "UPI", reference: "412345678901" } });
    await shop.db.transaction((tx) =>
      tx
        .updateTable("payment_events")
        .set({ bank_reference: null })
        .where("payment_id", "=", payment.payment_id)
        .execute(),
    );

    // As it was issued, whatever the brand is called later.
    Object.assign(shop.tenant.legal, { entity: "Acme Holdings", gstin: undefined });
    api.clock.turn(1000);
    await notify(api, payment);
    expect((await receipt(api, token, orderId)).body).toEqual(first);
    expect((await receipt(api, token, orderId)).body.legal.entity).toBe("Acme Rewards Private Limited");
  });

  test("do not exist for unpaid orders, nor for another shopper's or tenant's [U10]", async () => {
    const open = await startOrder(api);
    const paid = await payOne(api);
    const { token: other } = await createShopper(api, { cart: [] });
    const answers = [
      await receipt(api, open.token, open.orderId),
      await receipt(api, other, paid.orderId),
      await receipt(api, other, "AAAAAAAAAAAAAAAAAAAAAA"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await receipt(api, undefined, paid.orderId)).status).toBe(401);
    expect((await receipt(api, paid.token, paid.orderId, "globex")).status).toBe(401);
  });

  test("are numbered in sequence, whatever is unpaid in between, from one again on the first of April", async () => {
    const serial = ({ receipt: { number } }: { receipt: { number: string } }) => Number(number.split("/")[1]);
    const first = serial(await payOne(api));
    const failed = await startOrder(api);
    await notify(api, { ...failed.payment, result: "failed" });
    const short = await startOrder(api);
    await notify(api, { ...short.payment, amount: 1 });
    const second = await payOne(api);
    expect(serial(second)).toBe(first + 1);
    expect([
      (await receipt(api, failed.token, failed.orderId)).status,
      (await receipt(api, short.token, short.orderId)).status,
    ]).toEqual([404, 404]);

    api.clock.turn(Date.parse("2026-04-01T00:00:00+05:30") - api.clock.now());
    expect((await payOne(api)).receipt.number).toBe("2026-27/000001");
    expect((await payOne(api)).receipt.number).toBe("2026-27/000002");
  });

  test("are issued for a late payment when it is accepted, and not when it is due back [PAY-05]", async () => {
    const taken = await startOrder(api);
    const owed = await startOrder(api, { coins: 100 });
    api.clock.turn(300_000);
    await runWorker(api);
    await fillCart(api, owed.token, [{ product_id: PRODUCT.choices, selectedDenomination: 500, quantity: 1 }]);
    await placeOne(api, owed.token, { amount: 1350, coins_used: 150 }).catch(() => undefined);
    await api.shop().db.transaction(async (tx) => {
      // The coins are gone by the time the money comes.
      await tx
        .updateTable("coin_lots")
        .set({ expires_at: api.clock.now() })
        .where("user_id", "=", owed.userId)
        .execute();
    });
    await notify(api, taken.payment);
    await notify(api, owed.payment);
    expect(await statusOf(api, owed.token, owed.orderId)).toBe("REFUND_DUE");
    expect((await receipt(api, taken.token, taken.orderId)).status).toBe(200);
    expect((await receipt(api, owed.token, owed.orderId)).status).toBe(404);
  });

  test("show what could not be delivered as refunded [MON-10]", async () => {
    const cart = [{ product_id: PRODUCT.paise, selectedDenomination: 99.5, quantity: 2 }];
    const { token } = await createShopper(api, { cart });
    await stockUp(api, 2, { product: PRODUCT.paise });
    const { orderId } = await placeOne(api, token, { amount: 199 });
    await api.shop().db.transaction(async (tx) => {
      const left = await tx.selectFrom("vouchers").select("id").where("product_id", "=", PRODUCT.paise).execute();
      await tx.deleteFrom("vouchers").where("id", "=", left[0]!.id).execute();
    });
    await notify(api, await paymentOf(api, orderId));
    expect((await receipt(api, token, orderId)).body).toMatchObject({
      amount: 199,
      refund: { amount: 99.5, coins: 0 },
    });
  });

  test("are named and linked in the voucher mail", async () => {
    const { email, orderId, receipt: issued } = await payOne(api);
    const { text } = await api.takeMail(email);
    expect(text).toContain(`Receipt ${issued.number}: `);
    expect(text).toContain(`/receipt?orderid=${orderId}`);
  });

  test("are listed in the history with their orders", async () => {
    const { token, receipt: issued } = await payOne(api);
    await fillCart(api, token, [{ product_id: PRODUCT.choices, selectedDenomination: 500, quantity: 2 }]);
    await placeOne(api, token);
    const { body } = await api.request("GET", "/order-history/", { token });
    expect(body.map(({ receipt_number }: { receipt_number: string }) => receipt_number).sort()).toEqual(
      [issued.number, null].sort(),
    );
  });
});

test("are issued for an order that coins alone pay [MON-14]", async () => {
  const api = await startTestApi("sqlite");
  await stockUp(api, 2);
  Object.assign(api.shop().tenant.coins, { discountPercent: 100 });
  const { token } = await createShopper(api, { coins: 1000 });
  const { orderId } = await placeOne(api, token, { amount: 0, coins_used: 1000 });
  expect((await receipt(api, token, orderId)).body).toMatchObject({
    number: "2025-26/000001",
    coins_used: 1000,
    amount: 0,
  });
  await api.close();
});

test.each(engines)("get numbers in the order of payment for earlier orders: %s", async (engine) => {
  const api = await startTestApi(engine);
  await stockUp(api, 20);
  const orders = [await startOrder(api), await startOrder(api), await startOrder(api)];
  for (const index of [1, 0]) {
    api.clock.turn(1000);
    await notify(api, orders[index]!.payment);
  }
  const numbers = () =>
    Promise.all(orders.map(async ({ token, orderId }) => (await receipt(api, token, orderId)).body.number));
  expect(await numbers()).toEqual(["2025-26/000002", "2025-26/000001", undefined]);
  await api.shop().db.transaction(async (tx) => {
    await tx.schema.dropTable("receipts").execute();
    await tx.schema.dropTable("receipt_counters").execute();
    await tx.deleteFrom("migrations").where("name", "=", "007-receipts").execute();
  });
  await forgetVersion(api.storage, "acme");
  const { dataDir, url } = api.storage;
  const again = url ? createPostgresDatabases(url, pino({ level: "silent" })) : createSqliteDatabases(dataDir);
  await (await again.open("acme")).close();
  await again.close();
  expect(await numbers()).toEqual(["2025-26/000002", "2025-26/000001", undefined]);
  await notify(api, orders[2]!.payment);
  expect(await numbers()).toEqual(["2025-26/000002", "2025-26/000001", "2025-26/000003"]);
  await api.close();
});

/** Twelve payments at once; answers what is wrong with their receipts. */
async function payAtOnce(api: TestApi): Promise<string[]> {
  const orders = await Promise.all(Array.from({ length: 12 }, () => startOrder(api)));
  const statuses = await Promise.all(orders.map(({ payment }) => notify(api, payment)));
  const refused = statuses.filter(({ status }) => status >= 500 && status !== 503);
  for (const { payment } of orders) await notify(api, payment); // a notification that met a busy database is sent again
  return [...refused.map(({ status }) => `answered ${status}`), ...(await auditLedger(api.shop()))];
}

test.each(engines)("are numbered without a gap for payments at once on %s [PAY-02]", async (engine) => {
  const api = await startTestApi(engine);
  await stockUp(api, 60);
  expect(await payAtOnce(api)).toEqual([]);
  expect(await payAtOnce(api)).toEqual([]);
  const { last } = await api.shop().db.read.selectFrom("receipt_counters").select("last").executeTakeFirstOrThrow();
  expect(last).toBe(24);
  await api.close();
});

/** Issues receipts at once, as twelve payments do. @returns how many met one that had its number */
async function issueAtOnce(api: TestApi): Promise<number> {
  const orders = await Promise.all(Array.from({ length: 12 }, () => startOrder(api)));
  const { db, tenant, clock } = api.shop();
  const issued = await Promise.allSettled(
    orders.map(({ orderId }) =>
      db.transaction(async (tx) => issueReceipt(tx, tenant, await getOrder(tx, orderId), clock.now())),
    ),
  );
  // Nobody has paid.
  await db.transaction(async (tx) => {
    await tx.deleteFrom("receipts").execute();
    await tx.deleteFrom("receipt_counters").execute();
  });
  return issued.filter(({ status }) => status === "rejected").length;
}

test("control: with the locks off receipts at once take the same number", async () => {
  const [safe, unsafe] = [await startTestApi("postgres"), await startTestApi("postgres", { wrapDatabase: locksOff })];
  for (const api of [safe, unsafe]) await stockUp(api, 60);
  expect([await issueAtOnce(safe), await issueAtOnce(unsafe)]).toEqual([0, expect.toSatisfy((count) => count > 0)]);
  for (const api of [safe, unsafe]) await api.close();
});
