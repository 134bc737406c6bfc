import { describe, expect, test } from "vitest";

import type { TenantDatabase } from "../../../api/db/database.ts";
import { MODEL_OPTIONS, playHistories } from "../../helpers/api/money-model.ts";
import { startTestApi } from "../../helpers/api/test-api.ts";
import { stockUp } from "../../helpers/api/test-orders.ts";
import { locksOff } from "../../helpers/database/locks-off.ts";
import { type Engine, engines } from "../../helpers/database/test-database.ts";
import { NO_LIMITS } from "../../helpers/gateways/no-limits.ts";

// Random histories against a model of what an account is worth; `npm run torture money-model` plays thousands.

/** As several processes have it: none waits for the others' transactions before it begins its own. */
const lanesOff = (db: TenantDatabase): TenantDatabase => ({ ...db, transaction: (fn) => db.transaction(fn) });

async function play(engine: Engine, { wrapDatabase = lanesOff, histories = 8, lanes = 1, chooseAmount = false }) {
  const settings = { acme: { ...NO_LIMITS, coins: { chooseAmount } } };
  const api = await startTestApi(engine, { ...MODEL_OPTIONS, settings, wrapDatabase });
  try {
    await stockUp(api, histories * 12);
    const seeds = Array.from({ length: histories }, (_, index) => index + 1);
    return await playHistories(api, seeds, { lanes });
  } finally {
    await api.close();
  }
}

describe.each(engines)("histories of commands on %s", (engine) => {
  test("one command after the other", async () => {
    expect(await play(engine, {})).toEqual([]);
  });

  test("coins that pay any part of the discount", async () => {
    expect(await play(engine, { chooseAmount: true, histories: 4 })).toEqual([]);
    expect(await play(engine, { chooseAmount: true, histories: 4, lanes: 3 })).toEqual([]);
  });

  test("three commands of a shopper at once", async () => {
    expect(await play(engine, { lanes: 3 })).toEqual([]);
  });
});

test("control: with the locks off three commands at once break the rules", async () => {
  expect(await play("postgres", { wrapDatabase: locksOff, lanes: 3, histories: 16 })).not.toEqual([]);
});
