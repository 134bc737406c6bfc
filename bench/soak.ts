import { Client, request } from "undici";

import { freePort } from "../tests/helpers/http/free-port.ts";
import { median } from "./load.ts";
import { childOf, openFilesOf, residentBytesOf } from "./program.ts";
import { signIn, startShop } from "./shop.ts";
import type { Row } from "./table.ts";

const MINUTES = Number(process.env.MINUTES ?? 2);
const SAMPLES = 24;
const SHOPPERS = 8;
const PAUSE_MS = 20;

/** The shoppers' requests in turn; half of the shoppers are signed in, and the index makes each page different. */
const PATHS: ((index: number) => string)[] = [
  () => "/",
  (index) => `/?price_max=${100 + (index % 5_000)}`,
  (index) => `/shopping-cart?product=${1 + (index % 60)}&denomination=500&quantity=1`,
  (index) => `/search?q=${["book", "travel", "tea", "nothing"][index % 4]}`,
  (index) => `/suggest?q=${["bo", "tra", "tea", "zz"][index % 4]}`,
  () => "/help-center",
  () => "/cart",
  () => "/order-history",
];

type Sample = { rss: number[]; files: number[]; lagMs: number[] };

/** Mixed traffic for MINUTES: memory, descriptors and event-loop lag of the storefront and the API over time. */
export async function soak(): Promise<Row[]> {
  const metricsPort = await freePort();
  await using shop = await startShop({ METRICS_PORT: String(metricsPort), LOG_LEVEL: "silent" });
  const { cookie } = await signIn(shop.program, shop.host);
  const pids = [shop.program.pid, childOf(shop.program.pid)];
  const end = performance.now() + MINUTES * 60_000;
  let [requests, failed] = [0, 0];

  async function browse(index: number) {
    const client = new Client(shop.program.origin);
    const headers = { host: shop.host, "accept-encoding": "gzip", ...(index % 2 && { cookie }) };
    while (performance.now() < end) {
      const path = PATHS[requests % PATHS.length]!(requests);
      requests += 1;
      const { statusCode, body } = await client.request({ method: "GET", path, headers });
      await body.arrayBuffer();
      if (statusCode >= 500) failed += 1;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    await client.close();
  }

  async function takeSample(): Promise<Sample> {
    const { body } = await request(`http://127.0.0.1:${metricsPort}/metrics`);
    const text = await body.text();
    const lagOf = (program: string) =>
      Number(new RegExp(`program="${program}",quantile="0.99"} (\\S+)`).exec(text)?.[1]) * 1000;
    return { rss: pids.map(residentBytesOf), files: pids.map(openFilesOf), lagMs: ["storefront", "api"].map(lagOf) };
  }

  const browsing = Promise.all(Array.from({ length: SHOPPERS }, (_, index) => browse(index)));
  const samples: Sample[] = [];
  for (let taken = 0; taken < SAMPLES; taken++) {
    await new Promise((resolve) => setTimeout(resolve, (MINUTES * 60_000) / SAMPLES));
    samples.push(await takeSample());
  }
  await browsing;

  const rows = ["storefront", "API"].flatMap((name, index): Row[] => {
    const megabytes = samples.map(({ rss }) => rss[index]! / 2 ** 20);
    const files = samples.map((sample) => sample.files[index]!);
    const lag = samples.map(({ lagMs }) => lagMs[index]!);
    const what = (of: string) => `soak of ${MINUTES} min, ${name}: ${of}`;
    const detail = megabytes.map(Math.round).join(" ");
    return [
      { what: what("resident memory at most"), value: Math.max(...megabytes), unit: "MB", goal: 512, detail },
      { what: what("memory, last quarter against the second"), value: growth(megabytes), unit: "×", goal: 1.1 },
      { what: what("descriptors, last quarter against the second"), value: growth(files), unit: "×", goal: 1.1 },
      { what: what("event loop p99, median of the samples"), value: median(lag), unit: "ms", goal: 50 },
    ];
  });
  const detail = `${requests} requests of ${SHOPPERS} shoppers`;
  return [
    ...rows,
    { what: `soak of ${MINUTES} min: answers of 500 and above`, value: failed, unit: "", goal: 0, detail },
  ];
}

const growth = (values: number[]) => {
  const quarter = values.length / 4;
  return median(values.slice(3 * quarter)) / median(values.slice(quarter, 2 * quarter));
};
