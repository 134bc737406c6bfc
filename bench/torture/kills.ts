import { randomUUID } from "node:crypto";

import { CART } from "../brand.ts";
import { median } from "../load.ts";
import type { Row } from "../table.ts";
import { withTwoApis } from "./apis.ts";

/** After this number of API kills the database drops all of its connections, too. */
const KILLS_PER_CUT = 4;

/** Places orders while one API after another is killed; every acknowledged order must exist. */
export async function kills(count = Number(process.env.N ?? 200)): Promise<Row[]> {
  const acknowledged: string[] = [];
  const { value, differences } = await withTwoApis(200, async ({ call, kill, cutDatabase, shoppers, withShop }) => {
    let isOver = false;
    let cutOff = 0;
    const lanes = Array.from({ length: 16 }, async (_, lane) => {
      for (let number = lane; !isOver; number += 16) {
        const { token, hasCoins } = shoppers[number % shoppers.length]!;
        const order_number = `ORD-${randomUUID()}`;
        const url = `http://bench.localhost/payment-success?order_number=${order_number}`;
        const coins_used = hasCoins ? CART.coins : 0;
        const body = { order_number, coins_used, amount: CART.rupees - coins_used, redirect_url: url, notify_url: url };
        const answer = await call({ path: "/place-order/", token, body }).catch(() => null);
        if (answer?.status === 201) acknowledged.push(order_number);
        else {
          cutOff++;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    });
    const restarts: number[] = [];
    for (let at = 0; at < count; at++) {
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 400));
      if (at % KILLS_PER_CUT === 0) await cutDatabase();
      restarts.push(await kill(at % 2 === 0 ? 0 : 1));
    }
    isOver = true;
    await Promise.all(lanes);
    const stored = await withShop(({ db }) => db.read.selectFrom("orders").select("order_number").execute());
    const numbers = new Set(stored.map(({ order_number }) => order_number));
    return {
      lost: acknowledged.filter((number) => !numbers.has(number)).length,
      doubled: stored.length - numbers.size,
      restartMs: median(restarts),
      cutOff,
    };
  });
  const cuts = Math.ceil(count / KILLS_PER_CUT);
  const what = `${count} kill -9 of the API and ${cuts} cuts of the database under load`;
  const detail = `${acknowledged.length} orders acknowledged, ${value.cutOff} cut off`;
  return [
    { what: `${what}: acknowledged orders lost`, value: value.lost, unit: "", goal: 0, detail },
    { what: `${what}: orders doubled`, value: value.doubled, unit: "", goal: 0 },
    { what: `${what}: until it listens again, median`, value: value.restartMs, unit: "ms", goal: 2_000 },
    { what: `${what}: differences in the books`, value: differences, unit: "", goal: 0 },
  ];
}
