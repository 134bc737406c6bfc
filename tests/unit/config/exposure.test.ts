import { describe, expect, test } from "vitest";

import {
  type Deployment,
  findExposures,
  findStoppers,
  OVERRIDES,
  refuseExposed,
} from "../../../config/brand/exposure.ts";
import { type Tenant, TenantSchema } from "../../../config/brand/schema.ts";

const HOST = { api: { url: "https://api.maple.example" } };
const brand = (settings: object = {}) =>
  TenantSchema.parse({ id: "maple", hostnames: ["gifts.maple.example"], ...settings });
const safe: Deployment = { hasMailServer: true, hasProxy: true, secrets: {} };
const LIVE = { payments: { gateway: "razorpay" } };
const testKey = { ...safe, secrets: { PAYMENTS_MAPLE_KEY_ID: "rzp_live_new,rzp_test_old" } };
const buying = (supplier: object) => ({
  payments: { gateway: "vpa", vpa: "maple@bank" },
  suppliers: { main: supplier },
});
const sending = (sms: object) => ({ payments: { gateway: "vpa", vpa: "maple@bank" }, messages: { sms } });
const RELOADLY = { kind: "reloadly", senderName: "Maple", recipientEmail: "care@maple.example" };
const SIMULATOR = "http://127.0.0.1:5001";
const fields = (settings: object, deployment: Deployment) =>
  findExposures(brand(settings), "tenants", deployment).map(({ field }) => field);

describe.each([
  ["ALLOW_HTTP", { ...HOST, origin: "http://gifts.maple.example" }, safe, "origin"],
  ["ALLOW_SANDBOX_PAYMENTS", {}, safe, "payments"],
  ["ALLOW_SIMULATORS", { payments: { gateway: "razorpay", url: SIMULATOR } }, safe, "payments.url"],
  [
    "ALLOW_SIMULATORS",
    { payments: { gateway: "razorpay", url: "https://pay.rehearsal.example" } },
    safe,
    "payments.url",
  ],
  ["ALLOW_SIMULATORS", { payments: { gateway: "phonepe", environment: "test" } }, safe, "payments.environment"],
  ["ALLOW_SIMULATORS", LIVE, testKey, "payments.gateway"],
  ["ALLOW_SIMULATORS", buying({ ...RELOADLY, url: "https://gift.example" }), safe, "suppliers.url"],
  ["ALLOW_SIMULATORS", buying({ kind: "http", url: "http://[::1]:5001" }), safe, "suppliers.url"],
  ["ALLOW_SIMULATORS", buying({ ...RELOADLY, environment: "test" }), safe, "suppliers.environment"],
  ["ALLOW_SIMULATORS", sending({ provider: "msg91", url: "https://sms.rehearsal.example" }), safe, "messages.url"],
  ["ALLOW_SIMULATORS", sending({ provider: "http", url: SIMULATOR }), safe, "messages.url"],
  ["ALLOW_PUBLIC_DEMO", { ...HOST, seed: "demo" }, safe, "seed"],
  ["ALLOW_MAIL_AS_FILES", {}, { ...safe, hasMailServer: false, ALLOW_SANDBOX_PAYMENTS: "1" }, "SMTP_URL"],
  ["ALLOW_NO_PROXY", HOST, { ...safe, hasProxy: false }, "TRUST_PROXY"],
] as [keyof typeof OVERRIDES, object, Deployment, string][])(
  "the override %s",
  (override, settings, deployment, field) => {
    test("is required for a public brand", () => {
      expect(fields(settings, deployment)).toEqual([field]);
      expect(refuseExposed({ tenants: [brand(settings)], problems: [] }, "tenants", deployment).tenants).toEqual([]);
    });

    test("allows a public brand, unlike all other overrides", () => {
      expect(fields(settings, { ...deployment, [override]: "1" })).toEqual([]);
      const others = Object.keys(OVERRIDES).filter((name) => name !== override);
      expect(fields(settings, { ...deployment, ...Object.fromEntries(others.map((name) => [name, "1"])) })).toEqual([
        field,
      ]);
    });

    test("is not needed by a brand whose names all mean this machine", () => {
      expect(fields({ ...settings, hostnames: ["maple.localhost"], origin: undefined }, deployment)).toEqual([]);
      expect(fields({ ...settings, hostnames: ["maple.localhost", "gifts.maple.example"] }, deployment)).toEqual([
        field,
      ]);
    });
  },
);

test.each([
  ["live keys", LIVE, { ...safe, secrets: { PAYMENTS_MAPLE_KEY_ID: "rzp_live_1" } }],
  ["a live environment", { payments: { gateway: "cashfree", environment: "live" } }, safe],
  ["keys that are missing", LIVE, safe],
  ["a supplier's own host", buying(RELOADLY), safe],
  ["a service of its own on its network", buying({ kind: "http", url: "http://10.0.0.7:8080/v1" }), safe],
])("a public brand with %s opens", (_what, settings, deployment) => {
  expect(fields(settings, deployment)).toEqual([]);
});

test("a brand's own file closes that brand, and a setting of the deployment stops the start", () => {
  const simulated = brand({ payments: { gateway: "razorpay", url: SIMULATOR } });
  const sound = TenantSchema.parse({ id: "sound", hostnames: ["gifts.sound.example"], ...LIVE });
  const stoppers = (tenants: Tenant[], deployment = safe) =>
    findStoppers({ tenants }, "tenants", deployment).map(({ brand: id, field }) => [id, field]);
  expect(stoppers([simulated, sound])).toEqual([]);
  expect(stoppers([simulated])).toEqual([["maple", "payments.url"]]);
  const local = TenantSchema.parse({ id: "local", hostnames: ["local.localhost"] });
  expect(stoppers([simulated, local])).toEqual([]);
  expect(stoppers([simulated, local], { ...safe, hasProxy: false })).toEqual([["maple", "TRUST_PROXY"]]);
});

test("a brand whose own host sends its mail needs no mail server here", () => {
  expect(fields(HOST, { ...safe, hasMailServer: false })).toEqual([]);
});

test("an intended public demo needs no mail server, since its mail never leaves", () => {
  const deployment: Deployment = {
    ...safe,
    hasMailServer: false,
    ALLOW_PUBLIC_DEMO: "1",
    ALLOW_SANDBOX_PAYMENTS: "1",
  };
  expect(fields({ seed: "demo" }, deployment)).toEqual([]);
});
