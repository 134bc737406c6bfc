import { afterAll, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { header, send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

// Bugs that nobody caught: a signal makes either program throw where no caller can catch it.

const INJECTED = `data:text/javascript,process.on("SIGUSR2", () => { throw new Error("injected") });
process.on("SIGALRM", () => void Promise.reject(new Error("injected")))`.replace("\n", "");

const host = await new ForeignHost().start();
const shop = useShop(() => ({
  tenants: { slow: { api: { url: host.url } }, own: {} },
  env: { NODE_OPTIONS: `--import=${encodeURI(INJECTED)}` },
}));
afterAll(() => host[Symbol.asyncDispose]());

const fatalLines = () =>
  shop()
    .log.split("\n")
    .filter((line) => line.includes('"level":60'));

const SIGNALS = ["SIGUSR2", "SIGALRM"] as const;

test.each(SIGNALS)("%s: the storefront logs the error, finishes its requests and restarts [SSR-07]", async (signal) => {
  const logged = fatalLines().length;
  host.delay("GET /search/", 1_500, 1);
  const underWay = send(shop().url("slow", "/search?q=card%2012"));
  await waitUntil(() => host.recorded("GET /search/").length > 0);
  shop().signal(signal);
  await waitUntil(async () => (await send(shop().url("slow", "/readyz"))).status === 503);

  const answer = await underWay;
  expect([answer.status, header(answer, "connection")]).toEqual([200, "close"]);
  expect(answer.text).toContain("Foreign Card 12");
  expect(await shop().ended()).toBe(1);
  expect(fatalLines()).toHaveLength(logged + 1);
  expect(fatalLines().at(-1)).toMatch(/"message":"injected".*uncaught error/);

  host.requests.length = 0;
  await shop().start();
  expect((await send(shop().url("own", "/login"))).status).toBe(200);
});

test.each(SIGNALS)("%s: the API logs the error and exits, and the storefront restarts it [SSR-07]", async (signal) => {
  const logged = fatalLines().length;
  const [pid] = shop().childPids();
  if (!pid) throw new Error("the API does not run");
  process.kill(pid, signal);
  await waitUntil(() => shop().childPids()[0] !== pid);
  const isUp = async () => (await send(shop().apiUrl("own", "/products/")).catch(() => null))?.status === 200;
  await waitUntil(isUp);
  expect(fatalLines()).toHaveLength(logged + 1);
  expect(fatalLines().at(-1)).toMatch(/"program":"api".*"message":"injected"/);
  expect((await send(shop().url("own"))).text).not.toContain("contact the adminstration");
});
