import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { formatProblem, loadTenants } from "../../tenants/load.ts";
import { areAllLoopback } from "../../tenants/loopback.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "awning-tenants-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

function write(folder: string, tenant: unknown) {
  mkdirSync(join(dir, folder));
  writeFileSync(join(dir, folder, "tenant.json"), typeof tenant === "string" ? tenant : JSON.stringify(tenant));
}

test("the brands that come with the shop load, and are local", () => {
  const { tenants, problems } = loadTenants("tenants");
  expect(problems).toEqual([]);
  expect(tenants.map(({ id }) => id)).toEqual(["aurora", "meridian", "tamarind"]);
  expect(areAllLoopback(tenants)).toBe(true);
});

test("a bad file is refused with file, field and reason, the others load", () => {
  write("acme", { id: "acme", hostnames: ["shop.acme.example"] });
  write("bad", "{ no json");
  write("colour", { id: "colour", hostnames: ["colour.example"], branding: { primary_color: "red" } });
  write("named", { id: "other", hostnames: ["named.example"] });
  write("typo", { id: "typo", hostnames: ["typo.example"], brandng: {} });
  const { tenants, problems } = loadTenants(dir);
  expect(tenants.map(({ id }) => id)).toEqual(["acme"]);
  expect(problems.map((problem) => formatProblem(problem).slice(dir.length + 1))).toEqual([
    expect.stringMatching(/^bad\/tenant\.json: .*JSON/),
    "colour/tenant.json: branding.primary_color: must be a colour such as #5bd318",
    "named/tenant.json: id: must be the name of its folder, named",
    expect.stringMatching(/^typo\/tenant\.json: .*brandng/),
  ]);
});

test("[HOST-08] a hostname belongs to one brand", () => {
  write("one", { id: "one", hostnames: ["a.example", "b.example"] });
  write("two", { id: "two", hostnames: ["b.example"] });
  const { tenants, problems } = loadTenants(dir);
  expect(tenants.map(({ id }) => id)).toEqual(["one"]);
  expect(problems).toMatchObject([
    { field: "hostnames", reason: expect.stringContaining("b.example already belongs to") },
  ]);
});

const NO_HOSTNAMES = [
  "Shop.example",
  "shop.example:80",
  "shop_x.example",
  "-a.example",
  "a..example",
  "bücher.example",
  "https://a.example",
  "a.example.",
  "а.example", // the first letter is Cyrillic
  "",
];
test.each(NO_HOSTNAMES)("[HOST-08] %j is no hostname", (hostname) => {
  write("acme", { id: "acme", hostnames: [hostname] });
  expect(loadTenants(dir)).toMatchObject({ tenants: [], problems: [{ field: "hostnames.0" }] });
});

test.each([
  ["http://pay.example"],
  ["https://pay.example/path"],
  ["https://pay.example/"],
  ["javascript:alert(1)"],
  ["https://*.example/x"],
])("%s is no origin to redirect to", (origin) => {
  write("acme", { id: "acme", hostnames: ["a.example"], redirectOrigins: [origin] });
  const { tenants, problems } = loadTenants(dir);
  expect(tenants).toEqual([]);
  expect(problems[0]).toMatchObject({ field: "redirectOrigins.0" });
});
