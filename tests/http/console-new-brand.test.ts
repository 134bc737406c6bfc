import { randomUUID } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { STAFF_ID } from "../../api/db/migrations/staff.ts";
import { schemaName } from "../../api/db/postgres/postgres.ts";
import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { createCli } from "../helpers/cli/cli.ts";
import { createTestDatabases } from "../helpers/database/test-database.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

// Roles belong to the whole server, so no two runs may have brands of one name.
const random = () => `maple-${randomUUID().slice(0, 8)}`;
const [id, other, twin, killed] = [random(), random(), random(), random()];

let place: Awaited<ReturnType<typeof createTestDatabases>>;
const acme = { id: "acme", hostnames: ["acme.localhost"], seed: "demo" };
const shop = useShop(async () => {
  place = await createTestDatabases("postgres");
  return { tenants: { acme }, env: { DATABASE_URL: place.url! } };
});
let browser: TextBrowser;
beforeAll(async () => {
  browser = new TextBrowser();
  const { email, password } = DEMO_MEMBER;
  const page = await browser.open(shop().url("console", "/sign-in"));
  await page.submit("Sign in", { "E-mail address": email, Password: password });
});
afterAll(async () => {
  await shop().stop();
  await place.databases.close();
  const server = Object.assign(new URL(place.url!), { pathname: "/postgres" }).href;
  for (const role of [id, other, twin, killed].map(schemaName))
    await query(`do $$ begin drop owned by "${role}"; exception when undefined_object then end $$`);
  await place.drop();
  for (const role of [id, other, twin, killed].map(schemaName)) await query(`drop role if exists "${role}"`, server);
});

async function query(statement: string, connectionString = place.url!) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
const open = async (name: string) =>
  (await browser.open(shop().url("console", "/new-brand"))).submit("Open the shop", { Name: name });
const command = (name: string) => {
  const cli = createCli({ dataDir: shop().dataDir, url: place.url }, {});
  const env = { TENANTS_DIR: shop().tenantsDir };
  return cli.run(["brand", "new", name, "--hostname", `${name}.localhost`, "--name", name], { env });
};

test("a brand that the console opens has its own role on PostgreSQL, which reaches its data", async () => {
  const opened = await open(id);
  expect(opened.heading).toBe(`Open ${id}`);
  expect(opened.text).not.toContain("no role of its own");
  const role = schemaName(id);
  const [grants] = await query(`select has_schema_privilege('${role}', '${role}', 'usage') as mine`);
  expect(grants.mine).toBe(true);
});

test("a form that is sent twice at once opens one brand, and both answers redirect to it; another form is refused", async () => {
  const page = await browser.open(shop().url("console", "/new-brand"));
  const both = await Promise.all([1, 2].map(() => page.submit("Open the shop", { Name: twin })));
  expect(both.map(({ heading }) => heading)).toEqual([`Open ${twin}`, `Open ${twin}`]);
  const refused = await open(twin);
  expect([refused.status, refused.alerts().join()]).toEqual([400, expect.stringContaining("a brand with this name")]);
  const wrong = await page.submit("Open the shop", { Name: "Third", Hostname: "not a host!" });
  expect([wrong.status, wrong.value("Hostname")]).toEqual([400, "not a host!"]);
  expect(wrong.text).toContain("must be a lower-case hostname without port");
});

test("a form whose program is killed before it notes its brand leads to that brand when it is sent again", async () => {
  const page = await browser.open(shop().url("console", "/new-brand"));
  const forms = `${schemaName(STAFF_ID)}.made_by_forms`;
  const unmade = `select 1 from ${forms} where made is null`;
  const blocker = new pg.Client({ connectionString: place.url! });
  await blocker.connect();
  const sent = page.submit("Open the shop", { Name: killed }).catch(() => {});
  // Once it is noted that the form was sent, nothing more can be noted.
  while ((await blocker.query(unmade)).rowCount === 0);
  await blocker.query("begin");
  await blocker.query(`lock table ${forms} in share mode`);
  await expect.poll(() => existsSync(join(shop().tenantsDir, killed))).toBe(true);
  for (const pid of shop().childPids()) process.kill(pid, "SIGKILL"); // else the API would end what it has begun
  await shop().kill9();
  await blocker.query("rollback");
  await blocker.end();
  await sent;
  expect(await query(unmade)).toHaveLength(1);
  await query(`update ${forms} set created_at = created_at - 61000 where made is null`);
  await shop().start();
  const again = await page.submit("Open the shop", { Name: killed });
  expect([again.status, again.heading]).toEqual([200, `Open ${killed}`]);
});

test("an id whose removed brand has left data is refused by the console and the command line, and taken when it is empty", async () => {
  rmSync(join(shop().tenantsDir, id), { recursive: true });
  const role = schemaName(id);
  await query(`insert into ${role}.categories (id, name) values (1, 'Old')`);
  const refused = await open(id);
  expect(refused.text).toContain("A removed brand with this name has left");
  const ran = await command(id);
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining(`data of a brand ${id} that was removed`)]);
  expect(existsSync(join(shop().tenantsDir, id))).toBe(false);

  await query(`delete from ${role}.categories`);
  expect((await open(id)).heading).toBe(`Open ${id}`);
});

test("the command line gives a new brand a role, too", async () => {
  expect((await command(other)).stdout).not.toContain("note:");
  expect(await query(`select 1 from pg_roles where rolname = '${schemaName(other)}'`)).toHaveLength(1);
});
