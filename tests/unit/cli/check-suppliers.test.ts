import { expect, test } from "vitest";

import { checkSuppliers } from "../../../cli/check/check-suppliers.ts";
import { TenantSchema } from "../../../config/brand/schema.ts";

const tenant = (suppliers: object, more: object = {}) =>
  TenantSchema.safeParse({ id: "maple-tree", hostnames: ["gifts.maple.example"], suppliers, ...more });
const bridge = { kind: "http", url: "https://vouchers.maple.example/v1" };
const billing = {
  firstname: "Maple",
  lastname: "Gifts",
  email: "orders@maple.example",
  telephone: "+919876543210",
  line1: "1 Main Road",
  city: "Pune",
  region: "Maharashtra",
  postcode: "411001",
};

test("lists each missing variable of an embedded brand's suppliers", () => {
  const check = (values: NodeJS.ProcessEnv, more?: object) =>
    checkSuppliers(tenant({ "my-bridge": bridge }, more).data!, values, "tenant.json");
  expect(check({ SUPPLIER_MAPLE__TREE_MY__BRIDGE_SECRET: "s" })).toEqual([
    {
      file: "tenant.json",
      field: "suppliers.my-bridge",
      reason: expect.stringContaining("SUPPLIER_MAPLE__TREE_MY__BRIDGE_KEY_ID is missing"),
    },
  ]);
  expect(check({}, { api: { url: "https://api.maple.example/" } })).toEqual([]);
});

test("notes that the shop cannot query the prepaid balance at Woohoo", () => {
  const values = Object.fromEntries(
    ["CLIENT_ID", "CLIENT_SECRET", "USERNAME", "PASSWORD"].map((name) => [`SUPPLIER_MAPLE__TREE_W_${name}`, "x"]),
  );
  const woohoo = tenant({ w: { kind: "woohoo", environment: "test", billing } }).data!;
  expect(checkSuppliers(woohoo, values, "tenant.json")).toEqual([
    { file: "tenant.json", field: "suppliers.w", isRemark: true, reason: expect.stringContaining("unknown") },
  ]);
});

test("tenant.json gives a supplier a day to deliver, and refuses impossible settings", () => {
  expect(tenant({ bridge }).data!.suppliers.bridge).toMatchObject({ refundAfterMinutes: 1_440, lowFloatRupees: 5_000 });
  const problemOf = (supplier: object, name = "one") => tenant({ [name]: supplier }).error?.issues[0];
  expect(problemOf({ kind: "woohoo", billing })).toMatchObject({
    path: ["suppliers", "one", "url"],
    message: "is required with the live environment: Woohoo names the host at on-boarding",
  });
  expect(problemOf({ kind: "woohoo", billing, environment: "test" })).toBeUndefined();
  expect(problemOf({ ...bridge, url: "https://a.example/v1/" })?.message).toBe("must not end with a slash");
  expect(problemOf({ ...bridge, refundAfterMinutes: 0 })?.message).toBe("must be a whole number from 1 to 43200");
  expect(problemOf({ ...bridge, secret: "s" })?.message).toContain("secret");
  expect(problemOf(bridge, "Bridge")).toBeDefined();
  expect(problemOf({ kind: "reloadly", senderName: "Maple", recipientEmail: "nobody" })?.path).toEqual([
    "suppliers",
    "one",
    "recipientEmail",
  ]);
});
