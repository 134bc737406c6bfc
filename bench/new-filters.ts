import { Client } from "undici";

import { median } from "./load.ts";
import type { Program } from "./program.ts";
import { startShop } from "./shop.ts";
import type { Row } from "./table.ts";

const ROUNDS = 5;
const REQUESTS = 60;

/** Filters of the home page that nobody repeats, compared with the same shop without a page cache. They must not be slower. */
export async function newFilters(): Promise<Row[]> {
  await using kept = await startShop();
  await using plain = await startShop({ PAGE_CACHE_MB: "0" });
  let price = 1;
  /** The program's CPU time a page in ms. */
  const ask = async ({ program, host }: { program: Program; host: string }) => {
    const client = new Client(program.origin);
    const before = program.cpuMs();
    for (let at = 0; at < REQUESTS; at++) {
      const path = `/?price_min=${price++}&price_max=10000`;
      const headers = { host, "accept-encoding": "br, gzip" };
      const { statusCode, body } = await client.request({ method: "GET", path, headers });
      await body.arrayBuffer();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    }
    await client.close();
    return (program.cpuMs() - before) / REQUESTS;
  };
  const figures: { kept: number; plain: number }[] = [];
  for (let warming = 0; warming < 2; warming++) await Promise.all([ask(kept), ask(plain)]);
  for (let round = 0; round < ROUNDS; round++) figures.push({ kept: await ask(kept), plain: await ask(plain) });
  const [withCache, without] = [median(figures.map((one) => one.kept)), median(figures.map((one) => one.plain))];
  return [
    {
      what: "filters that nobody repeats, CPU against no page cache",
      value: withCache / without,
      unit: "×",
      goal: 1.15,
      detail: `${withCache.toFixed(1)} ms, ${without.toFixed(1)} ms without`,
    },
  ];
}
