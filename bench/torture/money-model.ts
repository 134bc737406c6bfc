import { MODEL_OPTIONS, playHistories } from "../../tests/helpers/api/money-model.ts";
import { startTestApi } from "../../tests/helpers/api/test-api.ts";
import { stockUp } from "../../tests/helpers/api/test-orders.ts";
import { locksOff } from "../../tests/helpers/database/locks-off.ts";
import type { Engine } from "../../tests/helpers/database/test-database.ts";
import { findServer } from "../find-server.ts";
import type { Row } from "../table.ts";

/** Cards for each history: fewer than some histories order, so that stock runs out, too. */
const CARDS = 12;

/** Random histories of thirty commands against a model of the money, in turn on both databases. */
export async function moneyModel(count = Number(process.env.N ?? 10_000)): Promise<Row[]> {
  const { url, stop: stopPostgres } = await findServer();
  process.env.TEST_DATABASE_URL = url;
  const parallel = Math.ceil(count / 10);
  try {
    return [
      await play("sqlite", count / 2, {}),
      await play("postgres", count / 2, {}),
      await play("sqlite", parallel / 2, { lanes: 3 }),
      await play("postgres", parallel / 2, { lanes: 3 }),
      { ...(await play("postgres", 50, { lanes: 3, areLocksOff: true })), goal: 1, isAtLeast: true },
    ];
  } finally {
    await stopPostgres?.();
  }
}

async function play(engine: Engine, count: number, { lanes = 1, areLocksOff = false }): Promise<Row> {
  const api = await startTestApi(engine, { ...MODEL_OPTIONS, ...(areLocksOff && { wrapDatabase: locksOff }) });
  const seeds = Array.from({ length: Math.ceil(count) }, (_, index) => index + 1);
  const from = performance.now();
  try {
    await stockUp(api, seeds.length * CARDS);
    const breaks = await playHistories(api, seeds, { lanes, width: 16 });
    if (!areLocksOff) for (const text of breaks.slice(0, 5)) console.error(text);
    const how = `${lanes === 1 ? "one after the other" : `${lanes} at once`}${areLocksOff ? ", locks off (control)" : ""}`;
    const seconds = Math.round((performance.now() - from) / 1000);
    return {
      what: `${seeds.length} histories of 30 commands, ${how}, ${engine}: rules broken`,
      value: breaks.length,
      unit: "",
      goal: 0,
      detail: `${seconds} s`,
    };
  } finally {
    await api.close();
  }
}
