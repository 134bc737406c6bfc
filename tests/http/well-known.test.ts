import { afterAll, describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { header, send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";

const host = await new ForeignHost().start();
const shop = useShop(() => ({
  tenants: {
    plain: { branding: { email: "care@plain.test" } },
    silent: {},
    named: {
      hostnames: ["named.localhost"],
      branding: { email: "care@named.test" },
      legal: { securityContact: "https://named.test/report", securityPolicy: "https://named.test/policy" },
    },
    foreign: { api: { url: host.url } },
  },
  env: { TRUST_PROXY: "1" },
}));
afterAll(() => host[Symbol.asyncDispose]());

const read = (brand: string, headers = {}) => send(shop().url(brand, "/.well-known/security.txt"), { headers });
const fieldsOf = (text: string) =>
  Object.fromEntries(
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/: (.*)/s, 2)),
  );

describe("security.txt", () => {
  test("names the brand's address, and a date within a year", async () => {
    const answer = await read("plain", { "x-forwarded-proto": "https" });
    expect([answer.status, header(answer, "content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    const { Expires, ...others } = fieldsOf(answer.text);
    expect(others).toEqual({
      Contact: "mailto:care@plain.test",
      Canonical: `${shop().url("plain", "/.well-known/security.txt").replace("http:", "https:")}`,
      "Preferred-Languages": "en",
    });
    const days = (Date.parse(Expires!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  test("names the contact and the policy of tenant.json first, and only https addresses", async () => {
    expect(fieldsOf((await read("named")).text)).toEqual({
      Contact: "https://named.test/report",
      Policy: "https://named.test/policy",
      "Preferred-Languages": "en",
      Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
    });
  });

  test("is missing for a brand without an address, and at an unknown host", async () => {
    expect((await read("silent")).status).toBe(404);
    const unknown = await send(`http://127.0.0.1:${shop().port}/.well-known/security.txt`, {
      headers: { host: "unknown.example" },
    });
    expect([unknown.status, unknown.text.includes("Contact")]).toEqual([421, false]);
  });

  test("accepts no line from a brand's API", async () => {
    const email = "a@b.example\nContact: mailto:evil@evil.example";
    host.answer("GET /configurator/", () => ({ status: 200, body: { email } }), 1);
    expect((await read("foreign")).status).toBe(404);
  });
});

test.each([
  ["plain", "/change-password"],
  ["foreign", "/forgot"],
])("leads password managers from %s to %s", async (brand, path) => {
  const answer = await send(shop().url(brand, "/.well-known/change-password"));
  expect([answer.status, header(answer, "location")]).toEqual([302, path]);
});

test("answers an unknown well-known address with a real 404", async () => {
  const path = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200";
  expect((await send(shop().url("plain", path))).status).toBe(404);
});
