import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createApi } from "../../../api/app.ts";
import { ForwardKeys } from "../../../config/process/forward-keys.ts";

const [NEW, OLD] = ["the-newer-key-of-the-tests", "the-older-key-of-the-tests"];
const KEYS = ForwardKeys.parse(`${NEW}, ${OLD}`);

const NONE = { isServed: () => false, tenants: () => [], visit: () => undefined };

describe.each([true, false])("an API whose callers need the key: %s", (isKeyRequired) => {
  const api = createApi({ shops: NONE, log: pino({ level: "silent" }), callers: { keys: KEYS, isKeyRequired } });
  const server = createServer(api as RequestListener);
  beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
  afterAll(() => server.close());
  const ask = async (path: string, key?: string) => {
    const headers: HeadersInit = key === undefined ? {} : { "x-awning-key": key };
    return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers })).status;
  };

  test("answers a storefront with the new key or the old one", async () => {
    for (const key of KEYS) expect([await ask("/acme/home/", key), await ask("/metrics", key)]).toEqual([404, 200]);
  });

  test("refuses others everywhere but at its health, where the key is required", async () => {
    const refused = isKeyRequired ? [403, 403] : [404, 200];
    for (const key of [undefined, "", "another-key-of-the-tests", `${NEW},${OLD}`, NEW.slice(0, -1)])
      expect([await ask("/acme/home/", key), await ask("/metrics", key)]).toEqual(refused);
    expect([await ask("/healthz"), await ask("/readyz")]).toEqual([200, 200]);
  });

  test("tells a storefront at /readyz that its key is another one", async () => {
    expect([await ask("/readyz", OLD), await ask("/readyz", "another-key-of-the-tests")]).toEqual([200, 403]);
  });
});

test("a key of fewer than 16 characters is refused, also as one of several", () => {
  expect(ForwardKeys.safeParse("short").success).toBe(false);
  expect(ForwardKeys.safeParse(`${NEW},`).success).toBe(false);
});
