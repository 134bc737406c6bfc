import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { commandLine } from "../../../api/staff/audit-trail.ts";
import { invite, withdraw } from "../../../api/staff/invitations.ts";
import type { ShopRegistry } from "../../../api/tenancy/shop-registry.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

let api: TestApi;
let desk: Desk;
let owner: string;
beforeAll(async () => {
  // Nothing watches the folder, so the test says that a brand is served.
  const wrapShops = (shops: ShopRegistry): ShopRegistry => ({ ...shops, isServed: () => true });
  api = await startTestApi("sqlite", { ...DESK, wrapShops });
  desk = await openDesk(api);
  owner = await desk.join("owner");
});
afterAll(() => api.close());

const open = (body: object) => api.staff.call("POST", "/new-brand", { token: owner, body });

test("a hostname with which the shop would not open is refused beside its field, before anything is written", async () => {
  const { status, body } = await open({ name: "Maple", hostname: "gifts.example.com" });
  expect(status).toBe(400);
  expect(Object.keys(body.errors)).toEqual(["hostname"]);
  for (const part of ["The payment gateway is missing", "DATA_KEY is missing", "maple.localhost would open now"])
    expect(body.errors.hostname).toContain(part);
  expect(existsSync(join(api.tenantsDir, "maple"))).toBe(false);
});

test("every wrong field is named at once, and an operator's address may end in anything", async () => {
  const email = "help@maple.technology";
  const wrong = { name: "x".repeat(61), hostname: "not a host!", colour: "reddish", email: "a@b" };
  expect(Object.keys((await open(wrong)).body.errors).toSorted()).toEqual(["colour", "email", "hostname", "name"]);
  const { body } = await open({ ...wrong, email });
  expect(Object.keys(body.errors).toSorted()).toEqual(["colour", "hostname", "name"]);
});

test("a brand does not take the console's hostname", async () => {
  const { status, body } = await open({ name: "Console" });
  expect([status, body.errors]).toEqual([
    400,
    { hostname: "The shop would not open: console.localhost is the console's hostname." },
  ]);
  expect(existsSync(join(api.tenantsDir, "console"))).toBe(false);
});

test("a brand does not take the name of a removed one in which somebody has a role or is invited", async () => {
  const role = { brand: "fir", role: "owner" } as const;
  const expectRefused = async () => {
    const { status, body } = await open({ name: "Fir" });
    expect([status, body.errors]).toEqual([400, { name: expect.stringContaining("still have roles") }]);
    expect(existsSync(join(api.tenantsDir, "fir"))).toBe(false);
  };
  await desk.join(role.role, role.brand);
  await expectRefused();
  const { db } = api.staff.parts;
  await db.transaction((tx) => tx.deleteFrom("grants").where("brand", "=", "fir").execute());
  await invite(api.staff.parts, commandLine(), "former@staff.test", role);
  await expectRefused();
  await withdraw(api.staff.parts, commandLine(), "former@staff.test", "fir");
  expect(await open({ name: "Fir" })).toMatchObject({ status: 200, body: { id: "fir" } });
});

describe("a form whose program was killed once the folder was there", () => {
  const TAKEN = { name: "There is a brand with this name. Choose another one." };
  const fileOf = (id: string) => join(api.tenantsDir, id, "tenant.json");

  /** Opens a brand, as a program leaves it that is killed before it notes what it has made. @returns its form */
  async function openAndLeave(name: string) {
    const form = { name, colour: "#123456", form: `the-form-of-${name.toLowerCase()}` };
    expect(await open(form)).toMatchObject({ status: 200, body: { id: name.toLowerCase(), note: null } });
    await api.staff.parts.db.transaction((tx) => tx.updateTable("made_by_forms").set({ made: null }).execute());
    api.clock.turn(61_000);
    return form;
  }

  test("gets that brand, as it is, and no other form does", async () => {
    const form = await openAndLeave("Birch");
    const written = readFileSync(fileOf("birch"), "utf8");
    for (const other of ["another-form-of-birch", undefined])
      expect((await open({ ...form, form: other })).body.errors).toEqual(TAKEN);
    for (let times = 0; times < 2; times++)
      expect(await open(form)).toMatchObject({ status: 200, body: { id: "birch", note: null } });
    expect(readFileSync(fileOf("birch"), "utf8")).toBe(written);
  });

  test("is told that the name is taken where it asks for another brand, or somebody has changed the folder", async () => {
    const cedar = await openAndLeave("Cedar");
    expect((await open({ ...cedar, colour: "#654321" })).body.errors).toEqual(TAKEN);
    const elder = await openAndLeave("Elder");
    writeFileSync(fileOf("elder"), readFileSync(fileOf("elder"), "utf8").replace("#123456", "#654321"));
    expect((await open(elder)).body.errors).toEqual(TAKEN);
  });
});
