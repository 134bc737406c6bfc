import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createTenantKeys, parseDataKeys } from "../../../api/domain/keys.ts";
import { createMember } from "../../../api/repositories/staff/members.ts";
import { createPasskey } from "../../../api/repositories/staff/passkeys.ts";
import { createTotpSecret, showTotpSecret } from "../../../api/staff/second-factor.ts";
import { openStaffData, type Staff } from "../../../api/staff/staff.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { createTestDatabases, engines, forgetVersion } from "../../helpers/database/test-database.ts";

const EMAIL = "asha@staff.test";

describe.each(engines)("the staff's commands on %s", (engine) => {
  let place: Awaited<ReturnType<typeof createTestDatabases>>;
  let cli: Cli;
  beforeEach(async () => {
    place = await createTestDatabases(engine);
    cli = createCli(place, { acme: {}, globex: {} });
  });
  afterEach(async () => {
    await place.databases.close();
    await place.drop();
  });

  const acts = async () =>
    ((await cli.json("audit", "list")) as { act: string; subject: string; brand: string | null; reason: string }[]).map(
      ({ act, subject, brand }) => `${act} ${brand} ${subject}`,
    );
  const change = async (statement: (db: Awaited<ReturnType<typeof openStaffData>>) => Promise<unknown>) => {
    const db = await openStaffData(place.databases);
    await statement(db).finally(() => db.close());
  };

  test("invite the first owner with a link to the console, and refuse what is wrong", async () => {
    const invited = await cli.ok("staff", "invite", EMAIL, "--role", "owner");
    expect(invited).toMatch(/once, within three days.*\nhttp:\/\/console\.localhost:3000\/invitation\/[\w-]{43}\n$/);
    expect(await cli.json("staff", "list")).toMatchObject([{ email: EMAIL, roles: "owner", state: "invited" }]);
    const env = { CONSOLE_HOSTNAME: "console.example.com" };
    const other = await cli.run(["staff", "invite", "b@maple.example", "--role", "support", "--brand", "acme"], {
      env,
    });
    expect(other.stdout).toContain("https://console.example.com/invitation/");

    const refusals = await Promise.all(
      [
        ["invite", EMAIL, "--role", "king"],
        ["invite", "nobody", "--role", "owner"],
        ["invite", EMAIL, "--role", "support", "--brand", "nosuch"],
        ["reset", "nobody@staff.test", "--reason", "a lost phone"],
        ["disable", "nobody@staff.test", "--reason", "they left"],
      ].map((args) => cli.run(["staff", ...args])),
    );
    expect(refusals.map(({ code, stdout }) => [code, stdout])).toEqual([2, 2, 1, 1, 1].map((code) => [code, ""]));
    expect(refusals.every(({ stderr }) => /^awning: [^\n]+\n$/.test(stderr))).toBe(true);
    expect((await acts()).sort()).toEqual([`staff.invite * ${EMAIL}`, "staff.invite acme b@maple.example"]);
    expect((await cli.run(["staff", "disable", EMAIL])).stderr).toContain("--reason is missing");
    const [entry] = await cli.json("audit", "list", "--brand", "acme");
    expect(entry).toMatchObject({ actor: "command line", origin: expect.stringMatching(/^.+@.+$/) });
  });

  test("no brand is made under the name of a removed one to which somebody is invited", async () => {
    await cli.ok("staff", "invite", EMAIL, "--role", "owner", "--brand", "globex");
    rmSync(join(cli.env.TENANTS_DIR, "globex"), { recursive: true });
    const { code, stderr } = await cli.run(["brand", "new", "globex", "--hostname", "g.localhost", "--name", "Globex"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("members still have roles in a brand globex")]);
    expect(existsSync(join(cli.env.TENANTS_DIR, "globex"))).toBe(false);
    await change((db) => db.transaction((tx) => tx.deleteFrom("invitations").execute()));
    await cli.ok("brand", "new", "globex", "--hostname", "g.localhost", "--name", "Globex");
  });

  test("are noted before they run, with what was asked for, and once more when they fail", async () => {
    const unknown = await cli.run(["coins", "grant", "acme", "nobody@shop.test", "5", "--reason", "a late order"]);
    expect(unknown.code).toBe(1); // and leaves no entry: nothing could be done, and it would name a person
    const failed = await cli.run(["gifts", "resend", "acme", "ORD1", "friend@shop.test"]);
    expect(failed.code).toBe(1);
    const input = "product,denomination,card_number,pin\nCHOICES,500,SECRET-CARD,1234\n";
    await cli.run(["stock", "add", "acme", "-"], { input });
    const entries = await cli.json("audit", "list");
    expect(entries.map(({ act, subject, reason }: Record<string, string>) => [act, subject, reason])).toEqual([
      ["stock.add.failed", "-", expect.any(String)],
      ["stock.add", "-", null],
      ["gifts.resend.failed", "ORD1", expect.any(String)],
      ["gifts.resend", "ORD1", null],
    ]);
    for (const secret of ["SECRET-CARD", "shop.test"]) expect(JSON.stringify(entries)).not.toContain(secret);
    expect(JSON.parse(entries[3].after)).toMatchObject({ RECIPIENT: "…@…" });
    expect((await cli.ok("orders", "list", "acme")).trim()).toBe("No orders.");
    expect(await cli.json("audit", "list")).toHaveLength(4); // reading leaves nothing
  });

  test("do nothing where the entry cannot be written, but for those that repair databases", async () => {
    await cli.ok("orders", "list", "acme");
    await cli.ok("audit", "verify");
    await change((db) =>
      db.transaction((tx) =>
        tx
          .insertInto("migrations" as never)
          .values({ name: "999-later", applied_at: 1 } as never)
          .execute(),
      ),
    );
    if (place.url !== undefined) await forgetVersion(place, "_staff");
    const input = "product,denomination,card_number\nCHOICES,500,CARD-1\n";
    const refused = await cli.run(["stock", "add", "acme", "-"], { input });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(
      /^awning: nothing was done, because the audit cannot be written: a newer version .*\n$/,
    );
    const rotated = await cli.run(["keys", "rotate", "acme"]);
    expect(rotated.code).toBe(0);
    expect(rotated.stderr).toMatch(/^awning: the audit has no entry for this: a newer version/);
  });

  test("seal the staff's secrets again with a new key, which then opens them alone", async () => {
    const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`;
    const run = (dataKey: string, ...args: string[]) => cli.run(args, { env: { DATA_KEY: dataKey } });
    const [old, both, next] = [key("old", 1), `${key("new", 2)},${key("old", 1)}`, key("new", 2)];
    const keysOf = async () => JSON.parse((await run(both, "keys", "list", "--json")).stdout);
    await run(old, "staff", "invite", EMAIL, "--role", "owner");
    await addMember(old);
    expect((await run(both, "keys", "rotate", "--dry-run")).stdout).toContain(
      "the staff: 1 authenticator secrets, 1 invitations' secrets, 1 keys of the audit to seal again with key new.\n",
    );
    const rotated = await run(both, "keys", "rotate");
    expect([rotated.code, rotated.stdout]).toEqual([0, expect.stringContaining("the staff: 3 secrets sealed again")]);
    expect((await keysOf()).filter(({ brand }: { brand: string }) => brand === "_staff")).toMatchObject([
      { what: "authenticator secrets", key: "new", count: 1 },
      { what: "invitations' secrets", key: "new", count: 1 },
      { what: "keys of the audit", key: "new", count: 1 },
    ]);
    await withStaffOf(next, async (staff) => {
      const { id, totp_secret } = await staff.db.read.selectFrom("members").selectAll().executeTakeFirstOrThrow();
      expect(showTotpSecret(staff, totp_secret!, id, EMAIL).secret).toMatch(/^[A-Z2-7]{32}$/);
    });
    expect((await run(key("new", 9), "keys", "rotate")).stderr).toContain("key new of DATA_KEY is not the key new");
    // A program that still has the old DATA_KEY seals one more.
    await run(old, "staff", "invite", "late@staff.test", "--role", "owner");
    await run(key("lost", 3), "staff", "invite", "lost@staff.test", "--role", "owner");
    const again = await run(both, "keys", "rotate");
    expect(again.stdout).toContain("the staff: 1 secrets sealed again with key new.");
    expect([again.code, again.stdout]).toEqual([1, expect.stringContaining("key lost is still needed by 1")]);
  });

  /** A member whose secret the key has sealed. */
  const addMember = (dataKey: string) =>
    withStaffOf(dataKey, async (staff) => {
      const member = { email: "b@staff.test", name: "B", passwordHash: "x", now: 1 };
      const totpSecret = createTotpSecret(staff, "b");
      await staff.db.transaction((tx) => createMember(tx, { ...member, totpSecret }, "b"));
    });

  const withStaffOf = (dataKey: string, use: (staff: Staff) => Promise<void>) =>
    change((db) => use({ db, keys: createTenantKeys(parseDataKeys(dataKey), "_staff") } as Staff));

  test("back up and restore the staff and the audit, on a machine where there is nothing", async () => {
    await cli.ok("staff", "invite", EMAIL, "--role", "owner");
    const file = join(place.dataDir, "staff.backup");
    expect(await cli.ok("backup", "_staff", file)).toBe(`Backed up _staff to ${file}.\n`);
    const [, head] = (await cli.ok("audit", "verify")).split("\n");
    await cli.ok("staff", "invite", "later@staff.test", "--role", "owner");
    const other = await createTestDatabases(engine);
    const there = createCli(other, { acme: {} });
    const env = { DATA_KEY: Buffer.alloc(32, 9).toString("base64") };
    expect((await there.run(["restore", "_staff", file], { env })).code).toBe(1);
    expect(await there.ok("restore", "_staff", file)).toBe(`Restored _staff from ${file}.\n`);
    expect((await there.json("staff", "list")).map(({ email }: { email: string }) => email)).toEqual([EMAIL]);
    expect(await there.ok("audit", "verify", "--head", head!)).toContain("The audit is whole: 3 entries.");
    const restored = await there.json("audit", "list");
    expect(restored.map(({ act }: { act: string }) => act)).toEqual(["restore", "backup", "staff.invite"]);
    const again = await there.run(["restore", "_staff", file]);
    expect(again.stderr).toContain("_staff already has data; --replace sets it aside");
    expect(await there.ok("restore", "_staff", file, "--replace")).toContain("The old data is kept as");
    await other.databases.close();
    await other.drop();
  });

  test("back up and restore members with their passkeys", async () => {
    const passkey = {
      id: "a-passkey",
      name: "Laptop",
      publicKey: "pQEC",
      counter: 7,
      transports: ["internal"],
      now: 1,
    };
    await change((db) =>
      db.transaction(async (tx) => {
        const memberId = await createMember(tx, {
          email: EMAIL,
          name: "A",
          passwordHash: "x",
          totpSecret: null,
          now: 1,
        });
        await createPasskey(tx, { ...passkey, memberId });
      }),
    );
    const before = await readPasskeys();
    const file = join(place.dataDir, "staff.backup");
    await cli.ok("backup", "_staff", file);
    await change((db) => db.transaction((tx) => tx.deleteFrom("members").execute()));
    expect(await readPasskeys()).toEqual([]); // they go with their member
    await cli.ok("restore", "_staff", file, "--replace");
    expect(await readPasskeys()).toEqual(before);
    expect(before).toMatchObject([{ id: "a-passkey", name: "Laptop", public_key: "pQEC", counter: 7 }]);
  });

  async function readPasskeys() {
    let found: unknown[] = [];
    await change(async (db) => (found = await db.read.selectFrom("passkeys").selectAll().execute()));
    return found;
  }

  test("tell what somebody did to the audit", async () => {
    expect(await cli.ok("audit", "verify")).toBe("The audit is whole: 0 entries.\n");
    for (const email of [EMAIL, "b@staff.test", "c@staff.test"])
      await cli.ok("staff", "invite", email, "--role", "support");
    const [line, head] = (await cli.ok("audit", "verify")).split("\n");
    expect(line).toBe("The audit is whole: 3 entries.");
    expect(await cli.ok("audit", "verify", "--head", head!)).toContain(head);
    const unknown = await cli.run(["audit", "verify", "--head", "another"]);
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      "awning: the audit is not whole: no entry has the hash another\n",
    ]);
    await change((db) =>
      db.transaction((tx) => tx.updateTable("audit").set({ subject: "x" }).where("number", "=", 2).execute()),
    );
    const changed = await cli.run(["audit", "verify"]);
    expect([changed.code, changed.stderr]).toEqual([1, "awning: the audit is not whole: entry 2 was changed\n"]);
  });
});
