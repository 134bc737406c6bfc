import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { readDueWork } from "../../../api/repositories/work/due-work.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { orderRow, runWorker, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

describe.each(engines)("An order's short reference on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  let cli: Cli;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
    cli = createCli(api.storage, { acme: {} });
    await stockUp(api, 40);
  });
  afterAll(() => api.close());

  const referenceOf = async (orderId: string) => (await orderRow(api, orderId)).short_reference!;
  const spell = (reference: string) =>
    `${reference.slice(0, 3)}-${reference.slice(3, 6)}-${reference.slice(6)}`.toLowerCase();

  test("finds the order in the console and by command, in any spelling", async () => {
    const [one, other] = [await startOrder(api), await startOrder(api)];
    const reference = await referenceOf(one.orderId);
    expect(reference).not.toBe(await referenceOf(other.orderId));
    for (const text of [reference, spell(reference), ` ${reference.toLowerCase()} `]) {
      const { body } = await desk.get(`/orders?${new URLSearchParams({ q: text })}`);
      expect(body.orders).toMatchObject([{ id: one.orderId, short_reference: reference }]);
    }
    expect(await cli.json("orders", "show", "acme", spell(reference))).toMatchObject({ id: one.orderId, reference });
    expect(await cli.json("orders", "list", "acme")).toContainEqual(expect.objectContaining({ reference }));
    const { body } = await desk.get(`/orders/${one.orderId}`);
    expect(body.order).toMatchObject({ short_reference: reference });
  });

  test("is another one when the first is taken, and the order is placed once", async () => {
    const { orderId } = await startOrder(api);
    const taken = await referenceOf(orderId);
    const letters = "23456789CDFGHJKMNPQRTVWXY";
    const real = crypto.randomInt;
    const left = [...taken.slice(3)].map((letter) => letters.indexOf(letter));
    const spy = vi
      .spyOn(crypto, "randomInt")
      .mockImplementation(((max: number) => left.shift() ?? real(max)) as typeof crypto.randomInt);
    syncBuiltinESMExports();
    const second = await startOrder(api);
    spy.mockRestore();
    syncBuiltinESMExports();
    expect(left).toEqual([]);
    expect(await referenceOf(second.orderId)).not.toBe(taken);
  });

  test("is given to an order of an older version in the background", async () => {
    const { orderId } = await startOrder(api);
    const { db, clock, tenant } = api.shop();
    await db.transaction((tx) =>
      tx.updateTable("orders").set({ short_reference: null }).where("id", "=", orderId).execute(),
    );
    const due = async () => (await readDueWork(db.read, tenant, clock.now()))["short references"];
    expect(await due()).toBe(0);
    await runWorker(api);
    expect([await referenceOf(orderId), await due()]).toEqual([expect.stringMatching(/^ACM/), null]);
  });
});
