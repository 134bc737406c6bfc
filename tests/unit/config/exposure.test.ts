import { describe, expect, test } from "vitest";

import { type Deployment, findExposures, OVERRIDES, refuseExposed } from "../../../config/exposure.ts";
import { TenantSchema } from "../../../config/schema.ts";

const HOST = { api: { url: "https://api.maple.example" } };
const brand = (settings: object = {}) =>
  TenantSchema.parse({ id: "maple", hostnames: ["gifts.maple.example"], ...settings });
const safe: Deployment = { hasMailServer: true, hasProxy: true };
const fields = (settings: object, deployment: Deployment) =>
  findExposures(brand(settings), "tenants", deployment).map(({ field }) => field);

describe.each([
  ["ALLOW_HTTP", { ...HOST, origin: "http://gifts.maple.example" }, safe, "origin"],
  ["ALLOW_SANDBOX_PAYMENTS", {}, safe, "payments"],
  ["ALLOW_PUBLIC_DEMO", { ...HOST, seed: "demo" }, safe, "seed"],
  ["ALLOW_MAIL_AS_FILES", {}, { ...safe, hasMailServer: false, ALLOW_SANDBOX_PAYMENTS: "1" }, "SMTP_URL"],
  ["ALLOW_NO_PROXY", HOST, { ...safe, hasProxy: false }, "TRUST_PROXY"],
] as [keyof typeof OVERRIDES, object, Deployment, string][])(
  "what %s allows",
  (override, settings, deployment, field) => {
    test("refuses a public brand without it", () => {
      expect(fields(settings, deployment)).toEqual([field]);
      expect(refuseExposed({ tenants: [brand(settings)], problems: [] }, "tenants", deployment).tenants).toEqual([]);
    });

    test("is no reason with it, and none of the other overrides does", () => {
      expect(fields(settings, { ...deployment, [override]: "1" })).toEqual([]);
      const others = Object.keys(OVERRIDES).filter((name) => name !== override);
      expect(fields(settings, { ...deployment, ...Object.fromEntries(others.map((name) => [name, "1"])) })).toEqual([
        field,
      ]);
    });

    test("does not concern a brand whose names all mean this machine", () => {
      expect(fields({ ...settings, hostnames: ["maple.localhost"], origin: undefined }, deployment)).toEqual([]);
      expect(fields({ ...settings, hostnames: ["maple.localhost", "gifts.maple.example"] }, deployment)).toEqual([
        field,
      ]);
    });
  },
);

test("a brand whose own host sends its mail needs no mail server here", () => {
  expect(fields(HOST, { ...safe, hasMailServer: false })).toEqual([]);
});

test("a public demo that is meant to be one needs no mail server, since its mail never leaves", () => {
  const deployment: Deployment = {
    ...safe,
    hasMailServer: false,
    ALLOW_PUBLIC_DEMO: "1",
    ALLOW_SANDBOX_PAYMENTS: "1",
  };
  expect(fields({ seed: "demo" }, deployment)).toEqual([]);
});
