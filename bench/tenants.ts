import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ForeignHost } from "../tests/helpers/backend/foreign-host.ts";
import { compare } from "./load.ts";
import { Program, STOREFRONT } from "./program.ts";
import { SECRET } from "./shop.ts";
import type { Row } from "./table.ts";

const MANY = 10_000;

/** One brand in a process against ten thousand: the time of a page, and the memory of a brand without visitors. */
export async function tenants(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "awning-bench-"));
  await using host = await new ForeignHost().start();
  const start = (count: number) => {
    const TENANTS_DIR = join(folder, String(count));
    for (let index = 0; index < count; index++) {
      const id = `brand-${index}`;
      mkdirSync(join(TENANTS_DIR, id), { recursive: true });
      const tenant = { id, hostnames: [`${id}.localhost`], api: { url: host.url } };
      writeFileSync(join(TENANTS_DIR, id, "tenant.json"), JSON.stringify(tenant));
    }
    const env = { TENANTS_DIR, COMMERCE_API_PORT: "0", SESSION_SECRET: SECRET, PAGE_CACHE_MB: "0" };
    return Program.start(STOREFRONT, { env, host: "brand-0.localhost" });
  };
  try {
    await using one = await start(1);
    await using many = await start(MANY);
    const target = (program: Program) => ({ program, headers: { host: `brand-0.localhost:${program.port}` } });
    const empty = many.residentBytes() - one.residentBytes();
    const figures = await compare({ one: target(one), many: target(many) }, { rounds: 3, connections: 4 });
    return [
      {
        what: `a page in a process of ${MANY} brands against one: p50`,
        value: figures.many.p50 / figures.one.p50,
        unit: "×",
        goal: 1.2,
        detail: `${figures.one.p50.toFixed(1)} ms, ${figures.many.p50.toFixed(1)} ms`,
      },
      { what: "resident memory a brand", value: empty / MANY / 1024, unit: "KB", goal: 30 },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
