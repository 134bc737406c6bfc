import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { DAY_MS } from "../../../api/domain/days.ts";
import { createTenantKeys } from "../../../api/domain/keys.ts";
import { EVENT_TYPES } from "../../../api/domain/outgoing/events.ts";
import { KEY_SCOPE_NAMES, type KeyScope } from "../../../api/domain/outgoing/key-scopes.ts";
import { createApiKey } from "../../../api/outgoing/api-keys.ts";
import { addEndpoint, changeEndpoint, removeEndpoint } from "../../../api/outgoing/manage-endpoints.ts";
import { listApiKeys } from "../../../api/repositories/outgoing/api-keys.ts";
import { listEndpoints } from "../../../api/repositories/outgoing/endpoints.ts";
import { OPERATOR_ROUTES } from "../../../api/routes/operator/operator-routes.ts";
import { disableMember, revokeRole } from "../../../api/staff/manage-members.ts";
import type { ShopRegistry } from "../../../api/tenancy/shop-registry.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { notify, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { type Desk, openDesk } from "../../helpers/desk/desk.ts";
import { createJsonClient } from "../../helpers/http/json-client.ts";
import { sendRaw } from "../../helpers/http/raw.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

const CALLS = 40;
const REASON = { reason: "The system is gone" };

describe.each(engines)("keys of the operator's API on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  let visits = 0;
  let open = 0;
  beforeAll(async () => {
    const limits = { callsPerKeyAndMinute: CALLS, wrongKeysPerNetAndMinute: 1_000 };
    const wrapShops = (shops: ShopRegistry): ShopRegistry => ({
      ...shops,
      visit: (...args) => {
        visits++;
        return shops.visit(...args)?.then(({ shop, leave }) => {
          open++;
          return { shop, leave: () => (open--, leave()) };
        });
      },
    });
    api = await startTestApi(engine, { staff: { isDemo: () => true, limits }, wrapShops });
    desk = await openDesk(api);
    await stockUp(api, 50);
  });
  afterAll(() => api.close());

  const createKey = async (scopes: readonly KeyScope[] = KEY_SCOPE_NAMES, more: object = {}, brand = "acme") => {
    const { status, body, text } = await desk.post("/integrations/keys", { name: "ERP", scopes, ...more }, { brand });
    if (status !== 200) throw new Error(`${status} ${text}`);
    return body.key as string;
  };
  const call = (key: string | undefined, path: string, { method = "GET", body, brand = "acme" }: any = {}) =>
    createJsonClient(`${api.root}/_operator/v1/brands/${brand}`)(
      method as string,
      path,
      body as unknown,
      key === undefined ? {} : { authorization: `Bearer ${key}` },
    );
  const fill = (path: string) => path.replace(":order", "nosuch").replace(":month", "2026-01");

  test("are needed before a byte of a body is read", async () => {
    const { port, host } = new URL(api.root);
    const answer = await sendRaw(
      Number(port),
      "POST /_operator/v1/brands/acme/stock HTTP/1.1",
      `Host: ${host}`,
      "Connection: close",
      "Content-Type: application/json",
      "Authorization: Bearer awn_nonsense",
      "Content-Length: 900000",
      "",
      "",
    );
    expect(answer.split(" ")[1]).toBe("401");
  });

  test("open the calls of their scopes, and no other", async () => {
    for (const scope of KEY_SCOPE_NAMES) {
      const key = await createKey([scope]);
      for (const route of OPERATOR_ROUTES) {
        const method = route.method.toUpperCase();
        const body = method === "POST" ? {} : undefined;
        const { status, text } = await call(key, fill(route.path), { method, body });
        const name = `${scope} ${method} ${route.path}: ${status} ${text}`;
        if (route.scope === scope) expect([200, 400, 404], name).toContain(status);
        else expect([status, name]).toEqual([403, expect.stringContaining(`no scope ${route.scope}`)]);
      }
    }
    expect(new Set(OPERATOR_ROUTES.map(({ scope }) => scope))).toEqual(new Set(KEY_SCOPE_NAMES));
  });

  test("open one brand until they end or are revoked, and are refused like no key at all", async () => {
    const key = await createKey(KEY_SCOPE_NAMES, { last_day: "2026-01-20" });
    expect((await call(key, "/products")).status).toBe(200);
    const unknown = await call(undefined, "/products");
    expect(unknown.status).toBe(401);
    const member = await desk.join("owner");
    const shopper = await api.signUp();
    for (const [wrong, brand] of [
      [key, "globex"],
      [key, "nosuch"],
      [key, "_staff"],
      [`${key}x`, "acme"],
      ["awn_", "acme"],
      [member, "acme"],
      [shopper.token, "acme"],
    ] as [string, string][]) {
      const answer = await call(wrong, "/products", { brand });
      expect([brand, answer.status, answer.text]).toEqual([brand, 401, unknown.text]);
    }
    expect((await api.staff.call("GET", "/me", { token: key })).status).toBe(401);

    const { body } = await desk.get("/integrations/keys");
    const { id, used_at } = body.keys.find((shown: { expires_at: number | null }) => shown.expires_at !== null);
    expect(used_at).toBe(api.clock.now() - (api.clock.now() % 3_600_000));
    const day = 86_400_000;
    api.clock.turn(6 * day);
    expect((await call(key, "/products")).status).toBe(401);
    api.clock.turn(-6 * day);
    const silent = await desk.post(`/integrations/keys/${id}/revoke`, { reason: "" });
    expect([silent.status, Object.keys(silent.body.errors)]).toEqual([400, ["reason"]]);
    expect((await call(key, "/products")).status).toBe(200);
    expect((await desk.post(`/integrations/keys/${id}/revoke`, REASON)).status).toBe(200);
    expect((await call(key, "/products")).status).toBe(401);
    expect((await desk.post(`/integrations/keys/${id}/revoke`, REASON)).status).toBe(404);
    const revoked = (await desk.acts("ERP")).filter(({ act }) => act === "key.revoke");
    expect(revoked).toMatchObject([{ ...REASON, before: JSON.stringify({ key: id, scopes: KEY_SCOPE_NAMES }) }]);
    const past = await desk.post("/integrations/keys", { name: "x", scopes: ["orders.read"], last_day: "2026-01-14" });
    expect([past.status, past.body.errors]).toEqual([400, { last_day: expect.stringMatching(/a day to come/) }]);
  });

  test("wake no brand with what cannot be a key", async () => {
    const before = visits;
    for (const wrong of [undefined, "awn_", "awn_short", "x".repeat(47)])
      expect((await call(wrong, "/products")).status).toBe(401);
    expect(visits).toBe(before);
    await call(`awn_${"x".repeat(43)}`, "/products");
    expect(visits).toBe(before + 1);
  });

  test("keep a brand open until their call is answered", async () => {
    expect((await call(await createKey(), "/products")).status).toBe(200);
    await waitUntil(() => open === 0);
  });

  test("a form that is sent twice at once makes one key or endpoint, and both answers show it; two forms make two", async () => {
    const key = { name: "Twice", scopes: ["orders.read"], form: randomUUID() };
    const events = ["order.paid", "order.paid"];
    const endpoint = { url: "https://twice.example/events", events, form: randomUUID() };
    for (const [path, form, list] of [
      ["/integrations/keys", key, "keys"],
      ["/integrations/endpoints", endpoint, "endpoints"],
    ] as const) {
      const count = async () => (await desk.get(path)).body[list].length;
      const before = await count();
      const both = await Promise.all([desk.post(path, form), desk.post(path, form)]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(both[1]!.body).toEqual(both[0]!.body);
      expect((await desk.post(path, form)).body).toEqual(both[0]!.body);
      expect(await count()).toBe(before + 1);
      const other = await desk.post(path, { ...form, form: randomUUID() });
      expect([await count(), other.body]).toEqual([before + 2, expect.not.objectContaining(both[0]!.body)]);
    }
    expect((await desk.post("/integrations/keys", { ...key, name: "Other" })).status).toBe(409);
    const { keys } = (await desk.get("/integrations/keys")).body;
    for (const { id } of keys.filter(({ name }: { name: string }) => name === "Twice"))
      await desk.post(`/integrations/keys/${id}/revoke`, REASON);
    expect((await desk.post("/integrations/keys", key)).status).toBe(409);
  });

  test("a form that is sent again after a day makes no second key or endpoint, also after a new DATA_KEY", async () => {
    const shop = api.shop();
    const rotated = { ...shop, keys: createTenantKeys([{ id: "2", bytes: Buffer.alloc(32, 8) }], "acme") };
    const form = () => ({ id: randomUUID(), asked: "the same" });
    const [ofKey, ofEndpoint] = [form(), form()];
    const key = { name: "Late", scopes: ["orders.read" as const], lastDay: "" };
    const endpoint = { url: "https://late.example/", events: ["order.paid" as const] };
    const makeKey = (of = shop) => createApiKey(of, key, "owner", ofKey);
    const makeEndpoint = (of = shop) => addEndpoint(of, endpoint, "owner", ofEndpoint);
    await makeKey();
    await makeEndpoint();
    api.clock.turn(DAY_MS + 1);
    for (const of of [shop, rotated])
      for (const sendAgain of [makeKey, makeEndpoint])
        await expect(sendAgain(of)).rejects.toMatchObject({
          status: 409,
          message: expect.stringMatching(/sent before/),
        });
    api.clock.turn(-DAY_MS - 1);
    expect((await listApiKeys(shop.db.read)).filter(({ name }) => name === "Late")).toHaveLength(1);
    expect((await listEndpoints(shop.db.read)).filter(({ url }) => url === endpoint.url)).toHaveLength(1);
  });

  test("a form shows no secret for an endpoint that was removed since, and makes none again", async () => {
    const shop = api.shop();
    const form = { id: randomUUID(), asked: "the same" };
    const endpoint = { url: "https://removed.example/", events: ["order.paid" as const] };
    const { id } = await addEndpoint(shop, endpoint, "owner", form);
    await removeEndpoint(shop, id);
    await expect(addEndpoint(shop, endpoint, "owner", form)).rejects.toMatchObject({ status: 409 });
    expect((await listEndpoints(shop.db.read)).filter(({ url }) => url === endpoint.url)).toEqual([]);
  });

  test("an endpoint is at an address that anybody may be sent to, without secrets in it", async () => {
    const [HTTPS, SECRETS, PRIVATE] = [/begins with https/, /Leave out the user/, /not on the public internet/];
    const shop = api.shop();
    const open = { ...shop, isLoopbackAllowed: () => false };
    const events = ["order.paid" as const];
    const { id } = await addEndpoint(open, { url: "https://fixed.example/", events }, "owner");
    for (const [url, problem] of [
      ["https://receiver.example/a?b=c"],
      ["https://8.8.8.8/"],
      ["no address", HTTPS],
      ["ftp://receiver.example/", HTTPS],
      ["http://receiver.example/", HTTPS],
      ["http://127.0.0.1:4000/", HTTPS],
      ["https://user@receiver.example/", SECRETS],
      ["https://:word@receiver.example/", SECRETS],
      ["https://receiver.example/#token", SECRETS],
      ["https://127.0.0.1/", PRIVATE],
      ["https://localhost/", PRIVATE],
      ["https://LOCALHOST./", PRIVATE],
      ["https://[::1]/", PRIVATE],
      ["https://10.0.0.1/", PRIVATE],
      ["https://169.254.169.254/", PRIVATE],
    ] as [string, RegExp?][]) {
      const change = changeEndpoint(open, id, { url, events });
      if (problem === undefined) await change;
      else await expect(change, url).rejects.toMatchObject({ status: 400, message: expect.stringMatching(problem) });
    }
    const kept = (await listEndpoints(shop.db.read)).find((endpoint) => endpoint.id === id);
    expect(kept).toMatchObject({ url: "https://8.8.8.8/" });
    // While all brands are on this machine.
    await changeEndpoint(shop, id, { url: "http://127.0.0.1:4000/", events });
    await changeEndpoint(shop, id, { url: "https://localhost/", events });
    for (const url of ["http://receiver.example/", "https://10.0.0.1/"])
      await expect(changeEndpoint(shop, id, { url, events }), url).rejects.toMatchObject({ status: 400 });
    await removeEndpoint(shop, id);
  });

  test("rest once the member who made them has left, until another one takes them over", async () => {
    const { parts } = api.staff;
    const operator = { name: "command line", origin: "test" };
    const make = async (brands: string[]) => {
      const { email, token } = await api.staff.member(...brands.map((brand) => ({ role: "owner" as const, brand })));
      const body = { name: `Key of ${email}`, scopes: ["orders.read"] };
      return { email, key: (await desk.post("/integrations/keys", body, { token })).body.key as string };
    };
    const [disabled, moved] = [await make(["acme"]), await make(["acme", "globex"])];
    const statusOf = async ({ key }: { key: string }) => (await call(key, "/orders")).status;
    expect([await statusOf(disabled), await statusOf(moved)]).toEqual([200, 200]);

    await disableMember(parts, operator, disabled.email, "has left");
    await revokeRole(parts, operator, moved.email, { role: "owner", brand: "acme" });
    for (const { key, email } of [disabled, moved]) {
      expect(await call(key, "/orders")).toMatchObject({
        status: 403,
        body: { detail: expect.stringContaining("This key rests") },
      });
      const rowOf = async () =>
        (await desk.get("/integrations/keys")).body.keys.find(({ name }: { name: string }) => name.endsWith(email));
      const { id, rests } = await rowOf();
      expect(rests).toBe(true);
      expect((await desk.post(`/integrations/keys/${id}/take-over`)).status).toBe(200);
      expect(await rowOf()).toMatchObject({
        rests: false,
        created_by: expect.stringMatching(/^owner-\d+@staff\.test$/),
      });
      expect((await call(key, "/orders")).status).toBe(200);
      expect((await desk.acts(`Key of ${email}`)).at(-1)).toMatchObject({ act: "key.take-over" });
      await desk.post(`/integrations/keys/${id}/revoke`, REASON);
      expect((await desk.post(`/integrations/keys/${id}/take-over`)).status).toBe(404);
    }
  });

  test("are shown once, and are in no table, audit and log", async () => {
    const { name, key } = { name: "Warehouse", key: await createKey(["stock.write"], { name: "Warehouse" }) };
    expect(key).toMatch(/^awn_[\w-]{43}$/);
    await call(key, "/stock", { method: "POST", body: { rows: [] } });
    const { body } = await desk.get("/integrations/keys");
    const rows = await api.shop().db.read.selectFrom("api_keys").selectAll().execute();
    for (const text of [
      JSON.stringify(body),
      JSON.stringify(rows),
      api.logged.join(""),
      JSON.stringify(await desk.everyAct()),
    ])
      expect(text).not.toContain(key.slice(4));
    expect(JSON.stringify(body)).toContain(name);
    expect(JSON.stringify(body)).not.toContain("key_hash");
  });

  test("are limited, each by itself", async () => {
    const [busy, idle] = [await createKey(), await createKey()];
    const answers = await Promise.all(Array.from({ length: CALLS + 5 }, () => call(busy, "/orders?limit=1")));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(answers.find(({ status }) => status === 429)!.headers.get("retry-after")).toBe("60");
    expect((await call(idle, "/orders")).status).toBe(200);
  });

  test("list orders, one order and events page by page, without people", async () => {
    const key = await createKey();
    await addEndpoint(api.shop(), { url: "http://127.0.0.1:9/", events: EVENT_TYPES }, "owner");
    const orders = [];
    for (let n = 0; n < 3; n++) orders.push(await startOrder(api));
    await notify(api, orders[0]!.payment);
    const seen: string[] = [];
    for (let next: string | null = ""; next !== null;) {
      const { body }: any = await call(key, `/orders?limit=2${next && `&after=${next}`}`);
      seen.push(...body.orders.map(({ id }: { id: string }) => id));
      next = body.next;
    }
    expect(seen.toSorted()).toEqual(orders.map(({ orderId }) => orderId).toSorted());
    const paid = await call(key, "/orders?status=completed");
    expect(paid.body.orders).toMatchObject([{ id: orders[0]!.orderId, total: 100_000 }]);
    expect((await call(key, "/orders?status=nonsense")).status).toBe(400);
    const one = await call(key, `/orders/${orders[0]!.payment.order_number}`);
    expect(one.body).toMatchObject({
      order: { status: "completed" },
      lines: [{ quantity: 2, issued: 2, refunded: 0 }],
      refunds: [],
    });
    const { db } = api.shop();
    await db.transaction((tx) => tx.updateTable("orders").set({ order_number: "SHARED" }).execute());
    const shared = await call(key, "/orders/SHARED");
    expect([shared.status, shared.text]).toEqual([409, expect.stringContaining("Ask by the order's id")]);
    expect((await call(key, `/orders/${orders[1]!.orderId}`)).body.order.id).toBe(orders[1]!.orderId);
    const events = await call(key, "/events?limit=2");
    const more = await call(key, `/events?after=${events.body.next}`);
    expect([...events.body.events, ...more.body.events].map(({ type }) => type).toSorted()).toEqual([
      "order.delivered",
      "order.paid",
      "order.placed",
      "order.placed",
      "order.placed",
    ]);
    const everything = paid.text + one.text + events.text + more.text;
    for (const secret of [...orders.map(({ email }) => email), "Asha", "CARD-", "PIN-"])
      expect(everything).not.toContain(secret);
    expect((await call(key, "/reports/2026-01")).body.orders).toMatchObject({ orders: 1 });
  });

  test("list the products page by page, each once", async () => {
    const key = await createKey(["products.read"]);
    const seen: string[] = [];
    for (let next: string | null = "0"; next !== null;) {
      const { body }: any = await call(key, `/products?limit=20&after=${next}`);
      expect(body.products.length).toBeLessThanOrEqual(20);
      seen.push(...body.products.map(({ sku }: { sku: string }) => sku));
      next = body.next;
    }
    const { read } = api.shop().db;
    const all = await read.selectFrom("products").select("sku").execute();
    expect(seen.toSorted()).toEqual(all.map(({ sku }) => sku).toSorted());
    expect((await call(key, "/products")).body.products[0].denominations.length).toBeGreaterThan(0);
    expect((await call(key, "/products?after=x")).status).toBe(400);
  });

  test("add stock by the rules of a stock file, and the audit names the key", async () => {
    const key = await createKey(["stock.write", "stock.read", "products.read"], { name: "Depot" });
    const [{ sku }] = (await call(key, "/products")).body.products;
    const count = async () => {
      const { body } = await call(key, "/stock");
      return body.stock
        .filter((line: { sku: string }) => line.sku === sku)
        .reduce((sum: number, { in_stock }: { in_stock: number }) => sum + in_stock, 0);
    };
    const before = await count();
    const rows = [
      { product: sku, card_number: "DEPOT-0001", pin: "1234" },
      { product: sku, card_number: "DEPOT-0002" },
    ];
    const add = (body: object) => call(key, "/stock", { method: "POST", body });
    const wrong = await add({
      rows: [rows[0], { product: "nosuch", card_number: "DEPOT-0003" }, { product: sku, card_number: "x" }],
    });
    expect([wrong.status, wrong.body.errors]).toEqual([400, { "rows.2": expect.stringContaining("card_number") }]);
    const unknown = await add({ rows: [rows[0], { product: "nosuch", card_number: "DEPOT-0003" }] });
    expect(unknown.body.errors).toEqual({ "rows.1": 'there is no product "nosuch"' });
    expect(await count()).toBe(before);
    expect((await add({ rows })).body).toEqual({ added: 2, skipped: 0 });
    expect((await add({ rows })).body.errors).toHaveProperty(["rows.0"]);
    expect((await add({ rows, skip_known: true })).body).toEqual({ added: 0, skipped: 2 });
    expect(await count()).toBe(before + 2);
    const acts = (await desk.everyAct()).filter(({ actor }) => actor === "key Depot");
    expect(acts.filter(({ act }) => act === "stock.add")).toHaveLength(4);
    expect(JSON.stringify(acts)).not.toContain("DEPOT-");
  });
});
