import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { checkBrand } from "../../../cli/check/check-brand.ts";
import { TenantSchema } from "../../../config/brand/schema.ts";

/** What `awning check` says of the address of a brand's own API. */
async function remarksOnApi(hostname: string, url: string) {
  const tenant = TenantSchema.parse({ id: "maple", hostnames: [hostname], api: { url } });
  return (await checkBrand(tenant, "nowhere")).filter(({ field }) => field === "api.url");
}

test("notes a public brand whose API is called over plain http, without a problem", async () => {
  expect(await remarksOnApi("gifts.maple.example", "http://api.maple.example/v1/")).toEqual([
    {
      file: "nowhere/maple/tenant.json",
      field: "api.url",
      reason: "is plain http: anybody on the network path can read passwords and tokens",
      isRemark: true,
    },
  ]);
});

test.each([
  ["gifts.maple.example", "https://api.maple.example/v1/"],
  ["gifts.maple.example", "http://127.0.0.1:8080/"],
  ["gifts.maple.example", "embedded"],
  ["maple.localhost", "http://api.maple.example/v1/"],
])("at %s with %s sends nothing over a network in clear text", async (hostname, url) => {
  expect(await remarksOnApi(hostname, url)).toEqual([]);
});

const dir = mkdtempSync(join(tmpdir(), "awning-brands-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** What `awning check` says of a logo of that size in pixels; of none if there is no file. */
async function findingsOnLogo(size?: [width: number, height: number]) {
  const branding = { logo_url: "/media/brand/logo.svg" };
  const tenant = TenantSchema.parse({ id: "maple", hostnames: ["maple.localhost"], branding });
  rmSync(join(dir, "maple"), { recursive: true, force: true });
  mkdirSync(join(dir, "maple"));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size?.[0]}" height="${size?.[1]}"/>`;
  if (size) writeFileSync(join(dir, "maple", "logo.svg"), svg);
  const findings = await checkBrand(tenant, dir);
  return findings.filter(({ field }) => field === "branding.logo_url");
}

test.each([
  [258, 40],
  [320, 40],
  [40, 80],
])("accepts a logo of %i x %i", async (width, height) => {
  expect(await findingsOnLogo([width, height])).toEqual([]);
});

test.each([
  [2400, 60],
  [321, 40],
  [60, 600],
])("notes the size of a logo of %i x %i", async (width, height) => {
  const reason = expect.stringMatching(`^is ${width} x ${height}: .* between 1:2 and 8:1$`);
  expect(await findingsOnLogo([width, height])).toMatchObject([{ reason, isRemark: true }]);
});

test("reports a missing logo by its file name", async () => {
  const [finding] = await findingsOnLogo();
  expect(finding).toMatchObject({ reason: `there is no ${join(dir, "maple", "logo.svg")}` });
  expect(finding).not.toHaveProperty("isRemark");
});
