import { expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

type Line = { level: number; msg: string; reqId?: string; program?: string } & Record<string, any>;

const shop = useShop(() => ({ env: { TRUST_PROXY: "1", LOG_LEVEL: "debug" } }));
const lines = (): Line[] =>
  shop()
    .log.split("\n")
    .filter((line) => line.startsWith("{") && line.endsWith("}"))
    .map((line) => JSON.parse(line));
const linesWith = (id: string) => lines().filter(({ reqId }) => reqId === id);
const findLine = (id: string, msg: string) =>
  waitUntil(() => linesWith(id).find((line) => line.msg === msg && (msg !== "request completed" || !line.program)));

const proxied = (id: string) => ({ "x-request-id": id, "x-forwarded-for": "10.1.2.3:4711", "x-real-ip": "10.9.9.9" });
const get = (path: string, id: string) => send(shop().url("aurora", path), { headers: proxied(id) });

test("logs the proxy's id of a request, even of a cached page, with brand and network and without the query", async () => {
  await get("/login", "proxy-first-1");
  await get("/login?ticket=SECRET", "proxy-kept-1");
  await get("/search?q=SECRET", "proxy-search-1");
  await get("/gift/SECRET", "proxy-gift-1");
  await get(`/gift?SECRET${"x".repeat(16)}`, "proxy-gift-2");
  for (const [id, path] of [
    ["proxy-kept-1", "/login"],
    ["proxy-search-1", "/search"],
    ["proxy-gift-1", "/gift/…"],
    ["proxy-gift-2", "/gift/…"],
  ] as const)
    expect(await findLine(id, "request completed")).toMatchObject({
      level: 30,
      tenant: "aurora",
      client: "10.1.2.0/24",
      res: { statusCode: expect.any(Number) },
      req: { method: "GET", path },
    });
  expect(shop().log).not.toMatch(/SECRET|10\.1\.2\.3|10\.9\.9\.9/);
  const inApi = linesWith("proxy-gift-1").filter(({ program }) => program === "api");
  expect(inApi).toMatchObject([{ req: { method: "POST", url: "/aurora/gift/view/" }, res: { statusCode: 404 } }]);
});

test("replaces an id of another shape", async () => {
  const wrong = ["short", "with space", "y".repeat(65), 'quote"-quote', "caf\u00e9-caf\u00e9"];
  const before = lines().length;
  for (const id of wrong) await get("/privacy", id);
  const own = await waitUntil(() => {
    const found = lines()
      .slice(before)
      .filter(({ req, msg }) => req?.path === "/privacy" && msg === "request completed");
    return found.length === wrong.length && found;
  });
  for (const { reqId } of own) expect(reqId).toMatch(/^[0-9a-f-]{36}$/);
});

test("shows in an error the id that the log has", async () => {
  process.kill(shop().childPids()[0]!, "SIGKILL");
  const { text } = await waitUntil(async () => {
    const answer = await send(shop().url("aurora", "/sandbox/outbox"));
    return answer.status === 500 && answer;
  });
  const [, id = ""] = /^Something went wrong \(([0-9a-f-]{36})\)\.$/.exec(text) ?? [];
  expect(await findLine(id, "request completed")).toMatchObject({ res: { statusCode: 500 }, tenant: "aurora" });
  await waitUntil(async () => (await get("/sandbox/outbox", "proxy-back-1")).status === 200);
});

test("leads from a checkout's id to its order, and from the order number to later work and the mail", async () => {
  const home = await signIn(shop(), "aurora");
  const cart = await addToCart(home, "Raga Stream", "₹299.00");
  const from = lines().length;
  const screen = await cart.submit("Proceed to Checkout");
  const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
  await (await waiting.follow(/^Open/)).submit("Approve");
  const later = () => lines().slice(from);
  const placed = await waitUntil(() => later().find(({ msg }) => msg === "order placed"));
  expect(linesWith(placed.reqId!).map(({ program, req }) => program ?? req.path)).toContain("/cart");
  const reported = await waitUntil(() => later().find(({ msg }) => msg === "payment reported"));
  expect(reported).toMatchObject({ orderNumber: placed.orderNumber, orderId: placed.orderId, settled: "paid" });
  expect(placed.orderNumber).toMatch(/^ORD\d+$/);
  expect(await findLine(reported.reqId!, "mail sent")).toMatchObject({ program: "api", kind: "vouchers" });
});

test("ignores ids from untrusted peers, even with the storefront's own key", async () => {
  const api = { "x-request-id": "client-own-id-1", "x-awning-key": "guessed-guessed-guessed" };
  const answer = await fetch(shop().apiUrl("aurora", "/search/?q=tea"), { headers: api });
  expect(answer.status).toBe(200);
  await waitUntil(() => lines().find(({ req, program }) => program === "api" && req?.url === "/aurora/search/"));
  expect(linesWith("client-own-id-1")).toEqual([]);
});

const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
