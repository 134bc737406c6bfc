import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "undici";

import { ForeignHost } from "../tests/helpers/backend/foreign-host.ts";
import { median } from "./load.ts";
import { Program, STOREFRONT } from "./program.ts";
import { BROWSER, SECRET, signIn } from "./shop.ts";
import type { Row } from "./table.ts";

const LATE_MS = 300;
const TRIES = 15;
const WARMING = 400;

/** The API calls for a signed-in shopper's cached page, which run in parallel. */
const PERSONAL = ["user-data", "cart"];

/** Time to the first byte of a page: cached, signed in, streamed while the API is late, and whole. */
export async function firstByte(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "awning-bench-"));
  await using host = await new ForeignHost().start();
  mkdirSync(join(folder, "late"));
  const tenant = { id: "late", hostnames: ["late.localhost"], api: { url: host.url, isCatalogueShared: true } };
  writeFileSync(join(folder, "late", "tenant.json"), JSON.stringify(tenant));
  try {
    const env = { TENANTS_DIR: folder, COMMERCE_API_PORT: "0", SESSION_SECRET: SECRET };
    await using program = await Program.start(STOREFRONT, { env, host: "late.localhost" });
    const client = new Client(program.origin);
    const hostHeader = `late.localhost:${program.port}`;
    /** ms from the request to the first byte of the page. */
    const measure = async (path: string, cookie?: string) => {
      const from = performance.now();
      const { body } = await client.request({
        method: "GET",
        path,
        headers: { ...BROWSER, host: hostHeader, ...(cookie && { cookie }) },
      });
      let first: number | undefined;
      for await (const _ of body) first ??= performance.now() - from;
      return first!;
    };
    const medianOf = async (pathOf: (index: number) => string, cookie?: string) => {
      const times: number[] = [];
      for (let index = 0; index < TRIES; index++) times.push(await measure(pathOf(index), cookie));
      return median(times);
    };
    // Node optimises code that has run often: the first pages are slower than the usual ones.
    for (let index = 0; index < WARMING; index++)
      await measure(`/?price_max=${5_000 + index}`, index % 2 ? "js=1" : "");
    const kept = await medianOf(() => "/");
    const { email: username, password } = host.shop.user;
    const { cookie, token } = await signIn(program, hostHeader, { username, password });
    const ask = async () => {
      const from = performance.now();
      const headers = { authorization: `Bearer ${token}` };
      await Promise.all(PERSONAL.map((call) => fetch(`${host.url}/${call}/`, { headers }).then((it) => it.text())));
      return performance.now() - from;
    };
    for (let index = 0; index < WARMING; index++) await measure("/", cookie);
    for (const call of PERSONAL) host.delay(`GET /${call}/`, LATE_MS);
    const beyond: number[] = [];
    for (let index = 0; index < TRIES; index++) beyond.push((await measure("/", cookie)) - (await ask()));
    host.delay("GET /products/", LATE_MS);
    const streamed = await medianOf((index) => `/?price_max=${2_000 + index}`, "js=1");
    const whole = await medianOf((index) => `/?price_max=${3_000 + index}`);
    await client.close();
    return [
      { what: "first byte of a cached page", value: kept, unit: "ms", goal: 1 },
      {
        what: "first byte of a signed-in page, beyond the API's answers",
        value: median(beyond),
        unit: "ms",
        goal: 5,
        detail: `${PERSONAL.length} answers at once, each ${LATE_MS} ms late`,
      },
      { what: `first byte where scripts run, the API ${LATE_MS} ms late`, value: streamed, unit: "ms", goal: 20 },
      {
        what: `first byte where none is known to, beyond the API's ${LATE_MS} ms`,
        value: whole - LATE_MS,
        unit: "ms",
        goal: 15,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
