import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ForeignHost } from "../tests/helpers/backend/foreign-host.ts";
import { load, median } from "./load.ts";
import { Program, STOREFRONT } from "./program.ts";
import { startRecordedHost } from "./recorded-host.ts";
import { SECRET } from "./shop.ts";
import type { Row } from "./table.ts";

const ROUNDS = 3;
const CONNECTIONS = 8;

/** Pages that are not cached: one storefront process against two side by side, on all cores. The API is a stub. */
export async function twoProcesses(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "awning-bench-"));
  await using foreign = await new ForeignHost().start();
  await using host = await startRecordedHost(foreign.url);
  mkdirSync(join(folder, "two"));
  const tenant = { id: "two", hostnames: ["two.localhost"], api: { url: host.url } };
  writeFileSync(join(folder, "two", "tenant.json"), JSON.stringify(tenant));
  const env = { TENANTS_DIR: folder, COMMERCE_API_PORT: "0", SESSION_SECRET: SECRET, PAGE_CACHE_MB: "0" };
  const start = () => Program.start(STOREFRONT, { env, host: "two.localhost", core: null });
  try {
    await using first = await start();
    await using second = await start();
    const ask = async (program: Program) => {
      const headers = { host: `two.localhost:${program.port}` };
      return (await load({ program, headers }, { seconds: 3, connections: CONNECTIONS })).perSecond;
    };
    const askBoth = async () => (await Promise.all([ask(first), ask(second)])).reduce((sum, one) => sum + one, 0);
    await askBoth(); // warms up
    const [alone, together]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await ask(first));
      together.push(await askBoth());
    }
    return [
      {
        what: "two storefront processes against one, the API a stub",
        value: median(together) / median(alone),
        unit: "×",
        goal: 1.5,
        isAtLeast: true,
        detail: `${Math.round(median(alone))}/s, ${Math.round(median(together))}/s; the load is on the same cores`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
