import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createApi } from "../../../api/app.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { FORWARD_KEY, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { send } from "../../helpers/http/http.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

describe.each(engines)("GET /changes on %s", (engine) => {
  let api: TestApi;
  let shops: Shop[];
  beforeAll(async () => {
    api = await startTestApi(engine);
    shops = [api.shop("acme"), api.shop("globex")];
  });
  afterAll(() => api.close());

  /** Asks an API that has read these brands. */
  async function ask(headers: Record<string, string>, path = "/changes", open = shops) {
    const { readCatalogueVersions: readVersions } = api.databases;
    const brands = {
      isServed: () => false,
      tenants: () => open.map(({ tenant }) => tenant),
      visit: () => undefined,
    };
    const callers = { keys: [FORWARD_KEY], isKeyRequired: false };
    const options = { shops: brands, log: pino({ level: "silent" }), callers, readVersions };
    await using server = createServer(createApi(options) as RequestListener).listen(0, "127.0.0.1");
    await once(server, "listening");
    const answer = await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });
    return { ...answer, etag: String(answer.headers.etag) };
  }
  const own = { "x-awning-key": FORWARD_KEY };
  const read = async (open = shops) =>
    JSON.parse((await ask(own, "/changes", open)).text) as Record<"acme" | "globex", string>;

  test("names nothing but the brands and their versions, to the storefront alone", async () => {
    const { status, text } = await ask(own);
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { acme: expect.stringMatching(/^[\w-]{16}\.\d+$/), globex: expect.stringMatching(/^[\w-]{16}\.\d+$/) },
    ]);
    for (const headers of [{}, { "x-awning-key": "" }, { "x-awning-key": `${FORWARD_KEY}x` }]) {
      expect((await ask(headers as Record<string, string>)).status).toBe(404);
    }
    expect((await ask(own, "/acme/changes")).status).toBe(404);
  });

  test("answers 304 until a catalogue has changed, and then changes that brand's version", async () => {
    const before = await read();
    const { etag } = await ask(own);
    const askAgain = () => ask({ ...own, "if-none-match": etag });
    expect(await askAgain()).toMatchObject({ status: 304, text: "" });
    await api.shop("acme").db.announceCatalogue();
    await waitUntil(async () => (await askAgain()).status === 200);
    const after = await read();
    expect([after.acme === before.acme, after.globex === before.globex]).toEqual([false, true]);
  });

  test("changes the version of a brand whose tenant.json reads otherwise", async () => {
    const before = await read();
    const [acme, globex] = shops as [Shop, Shop];
    const renamed = {
      ...acme,
      tenant: { ...acme.tenant, branding: { ...acme.tenant.branding, organization_name: "A" } },
    };
    const after = await read([renamed, globex]);
    expect([after.acme === before.acme, after.globex === before.globex]).toEqual([false, true]);
    expect(await read([{ ...acme, tenant: structuredClone(acme.tenant) }, globex])).toEqual(before);
  });
});
