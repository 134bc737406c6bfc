import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { loadTenants } from "../../../config/brand/load.ts";
import { tenantJsonSchema } from "../../../scripts/tenant-schema.ts";

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

test("tenant.schema.json is what `node scripts/tenant-schema.ts` writes", () => {
  expect(readJson("tenants/tenant.schema.json")).toEqual(JSON.parse(JSON.stringify(tenantJsonSchema())));
});

test("the schema requires only id and hostnames, and has the same fields as schema.ts", () => {
  expect(tenantJsonSchema()).toMatchObject({ required: ["id", "hostnames"], additionalProperties: false });
});

test.each(["aurora", "meridian", "tamarind"])(
  "%s refers to the schema, sets its whole branding, and has its own drawings",
  (id) => {
    expect(readJson(`tenants/${id}/tenant.json`)).toMatchObject({ $schema: "../tenant.schema.json" });
    const { branding, legal, social } = loadTenants("tenants").tenants.find((tenant) => tenant.id === id)!;
    expect(Object.keys(branding).length).toBe(16);
    expect(branding.email).toMatch(/@[a-z]+\.test$/);
    expect(legal).toMatchObject({
      entity: expect.any(String),
      grievanceOfficer: { email: expect.stringMatching(/\.test$/) },
    });
    expect(Object.keys(social).length).toBeGreaterThan(1);
    for (const file of ["logo.svg", "banner.svg", "favicon.svg"]) {
      const svg = readFileSync(`tenants/${id}/${file}`, "utf8");
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox=/);
      expect(svg).not.toMatch(/<script|<foreignObject|\son[a-z]+=|\sstyle=|href=|url\((?!#)/i);
    }
  },
);
