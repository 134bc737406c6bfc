import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { DESK, openDesk } from "../../helpers/api/desk.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";

let api: TestApi;
let owner: string;
beforeAll(async () => {
  api = await startTestApi("sqlite", DESK);
  owner = await (await openDesk(api)).join("owner");
});
afterAll(() => api.close());

const open = (body: object) => api.staff.call("POST", "/new-brand", { token: owner, body });

test("a hostname with which the shop would not open is refused beside its field, before anything is written", async () => {
  const { status, body } = await open({ name: "Maple", hostname: "gifts.example.com" });
  expect(status).toBe(400);
  expect(Object.keys(body.errors)).toEqual(["hostname"]);
  for (const part of ["payments is missing", "DATA_KEY is missing", "maple.localhost would open now"])
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
