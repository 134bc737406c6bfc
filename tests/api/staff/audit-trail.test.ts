import { createHash } from "node:crypto";

import { afterAll, beforeEach, describe, expect, test } from "vitest";

import type { TenantDatabase } from "../../../api/db/database.ts";
import { listAudit } from "../../../api/repositories/staff/audit.ts";
import { append, audited, note } from "../../../api/staff/audit-trail.ts";
import { verifyTrail } from "../../../api/staff/verify-trail.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { locksOff } from "../../helpers/database/locks-off.ts";
import { engines } from "../../helpers/database/test-database.ts";

const ACTOR = { name: "asha@staff.test", origin: "192.0.2.7" };
const act = (subject: string, more: object = {}) => ({ brand: "acme", act: "order.refund", subject, ...more });

describe.each(engines)("the audit trail on %s", (engine) => {
  let api: TestApi;
  beforeEach(async () => {
    if (api !== undefined) await api.close();
    api = await startTestApi(engine, { tenants: ["acme"], staff: {} });
  });
  afterAll(() => api.close());

  const verify = (known?: string, keyedFrom?: number) => verifyTrail(api.staff.parts, { known, keyedFrom });
  const write = (fn: Parameters<TestApi["staff"]["parts"]["db"]["transaction"]>[0]) =>
    api.staff.parts.db.transaction(fn);
  const hashOf = async (number: number) =>
    (await api.staff.read.selectFrom("audit").select("hash").where("number", "=", number).executeTakeFirst())!.hash;
  async function fill(count: number) {
    for (let at = 1; at <= count; at++) await note(api.staff.parts, ACTOR, act(`A-${at}`, { after: { paise: at } }));
  }

  test("is whole while it is empty, and after acts, whose hashes differ", async () => {
    expect(await verify()).toEqual({ entries: 0, head: "" });
    await fill(5);
    const whole = await verify();
    expect(whole).toEqual({ entries: 5, head: await hashOf(5) });
    expect(await verify(await hashOf(2))).toEqual(whole);
    expect((await verify("nonsense")).problem).toBe("no entry has the hash nonsense");
  });

  test("tells a change of any column of an entry", async () => {
    await fill(3);
    const changes = {
      at: 1,
      actor: "x",
      origin: "x",
      brand: null,
      act: "x",
      subject: "x",
      before: "{}",
      after: null,
      reason: "x",
    };
    const columns = Object.keys((await api.staff.read.selectFrom("audit").selectAll().executeTakeFirst())!);
    expect([...Object.keys(changes), "number", "hash", "mac"].sort()).toEqual(columns.sort());
    const original = (await api.staff.read.selectFrom("audit").selectAll().where("number", "=", 2).executeTakeFirst())!;
    for (const [column, value] of Object.entries(changes)) {
      await write((tx) =>
        tx
          .updateTable("audit")
          .set({ [column]: value })
          .where("number", "=", 2)
          .execute(),
      );
      expect([column, (await verify()).problem]).toEqual([column, "entry 2 was changed"]);
      await write((tx) => tx.updateTable("audit").set(original).where("number", "=", 2).execute());
    }
    expect((await verify()).problem).toBeUndefined();
  });

  test("tells a missing entry, also the first and the last ones", async () => {
    for (const [gone, problem] of [
      [[2], "entry 2 is missing"],
      [[1], "entry 1 is missing"],
      [[4], "entries after 3 are missing: there were 4"],
      [[3, 4], "entries after 2 are missing: there were 4"],
      [[1, 2, 3, 4], "entries after 0 are missing: there were 4"],
    ] as const) {
      const kept = await write(async (tx) => {
        await tx.deleteFrom("audit").execute();
        await tx.updateTable("audit_head").set({ number: 0, hash: "" }).execute();
        for (let at = 1; at <= 4; at++) await append(tx, api.staff.parts, ACTOR, act(`A-${at}`));
        await tx
          .deleteFrom("audit")
          .where("number", "in", [...gone])
          .execute();
      });
      expect(kept).toBeUndefined();
      expect([gone, (await verify()).problem]).toEqual([gone, problem]);
    }
  });

  describe("written again by somebody who has the database, but no key", () => {
    const HASHED = ["number", "at", "actor", "origin", "brand", "act", "subject", "before", "after", "reason"] as const;

    /** Blames somebody else for the second entry, and makes all hashes fit, from that entry on. */
    const forge = (mac: (old: string | null) => string | null) =>
      write(async (tx) => {
        let hash = "";
        for (const entry of await tx.selectFrom("audit").selectAll().orderBy("number").execute()) {
          const row = { ...entry, actor: entry.number === 2 ? "b@staff.test" : entry.actor };
          hash = createHash("sha256")
            .update(JSON.stringify([hash, ...HASHED.map((name) => row[name])]))
            .digest("base64url");
          const forged = { ...row, hash, mac: mac(row.mac) };
          await tx.updateTable("audit").set(forged).where("number", "=", row.number).execute();
        }
        await tx.updateTable("audit_head").set({ hash }).execute();
      });
    const loseKey = () => write((tx) => tx.updateTable("audit_head").set({ sealed_key: null }).execute());
    const WRONG_MAC = "entry 2 was not made by Awning: its MAC is wrong";

    test("is noticed, with the former MACs and with none", async () => {
      await fill(4);
      expect((await verify()).problem).toBeUndefined();
      await forge((old) => old);
      expect((await verify()).problem).toBe(WRONG_MAC);
      await forge(() => null);
      expect((await verify()).problem).toBe("entry 1 was not made by Awning: its MAC is wrong");
    });

    test("is noticed without the audit's key, also after the next act has made a new one", async () => {
      await fill(4);
      await forge(() => null);
      await loseKey();
      expect((await verify()).problem).toContain("entries 1 to 4 have no MAC of the audit's key");
      await fill(1);
      expect((await verify()).problem).toContain("entries 1 to 4 have no MAC of the audit's key");
      expect((await listAudit(api.staff.read, { act: "audit.key", limit: 1 }))[0]!.subject).toBe("entries from 5");
    });

    test("is noticed with a key that DATA_KEY does not open", async () => {
      await fill(4);
      await write((tx) => tx.updateTable("audit_head").set({ sealed_key: "1:AAAA" }).execute());
      expect((await verify()).problem).toBe("DATA_KEY does not open the key of the audit");
    });

    test("is noticed in older entries that the operator accepts without a MAC", async () => {
      await fill(3);
      await write((tx) => tx.updateTable("audit").set({ mac: null }).execute());
      await loseKey();
      await fill(2);
      expect((await verify()).problem).toContain("--keyed-from 4");
      expect(await verify(undefined, 4)).toEqual({ entries: 6, head: await hashOf(6) });
      expect((await verify(undefined, 3)).problem).toContain("entries 3 to 3 have no MAC");
      await forge((old) => old);
      expect((await verify(undefined, 4)).problem).toBe("entry 4 was not made by Awning: its MAC is wrong");
    });
  });

  test("that somebody with the key has recomputed is told by a head that was kept elsewhere", async () => {
    await fill(4);
    const { head } = await verify();
    await write(async (tx) => {
      await tx.deleteFrom("audit").execute();
      await tx.updateTable("audit_head").set({ number: 0, hash: "" }).execute();
      for (let at = 1; at <= 4; at++)
        await append(tx, api.staff.parts, { ...ACTOR, name: "somebody else" }, act(`A-${at}`));
    });
    expect((await verify()).problem).toBeUndefined();
    expect((await verify(head)).problem).toBe(`no entry has the hash ${head}`);
  });

  test("keeps its order while many act at once", async () => {
    await Promise.all(Array.from({ length: 30 }, (_, at) => note(api.staff.parts, ACTOR, act(`A-${at}`))));
    expect(await verify()).toMatchObject({ entries: 30 });
    expect((await verify()).problem).toBeUndefined();
  });

  test("notes an act before it is done, and after it when it fails", async () => {
    const acts = async () => (await listAudit(api.staff.read, { limit: 10 })).map((entry) => entry.act);
    const result = await audited(api.staff.parts, ACTOR, act("A-1", { reason: "broken card" }), acts);
    expect(result).toEqual(["order.refund"]);
    const failing = audited(api.staff.parts, ACTOR, act("A-2"), () => Promise.reject(new Error("gateway is away")));
    await expect(failing).rejects.toThrow("gateway is away");
    const [last] = await listAudit(api.staff.read, { limit: 1 });
    expect(last).toMatchObject({
      act: "order.refund.failed",
      subject: "A-2",
      reason: "gateway is away",
      brand: "acme",
    });
    expect(await acts()).toEqual(["order.refund.failed", "order.refund", "order.refund"]);
  });

  test("does nothing where the entry cannot be written", async () => {
    await write((tx) => tx.deleteFrom("audit_head").execute());
    let isDone = false;
    const acting = audited(api.staff.parts, ACTOR, act("A-1"), async () => void (isDone = true));
    await expect(acting).rejects.toThrow();
    expect(isDone).toBe(false);
  });

  test("is found by act, actor, subject, brand, time and place", async () => {
    await fill(3);
    await note(
      api.staff.parts,
      { ...ACTOR, name: "b@staff.test" },
      { brand: null, act: "staff.invite", subject: "c_d" },
    );
    const find = async (filter: object) =>
      (await listAudit(api.staff.read, { limit: 10, ...filter })).map(({ number }) => number);
    expect(await find({ act: "order" })).toEqual([3, 2, 1]);
    expect(await find({ act: "order%" })).toEqual([]);
    expect(await find({ act: "_" })).toEqual([]);
    expect(await find({ actor: "b@staff.test" })).toEqual([4]);
    expect(await find({ subject: "A-2" })).toEqual([2]);
    expect(await find({ brands: ["acme"] })).toEqual([3, 2, 1]);
    expect(await find({ brands: ["globex"] })).toEqual([]);
    expect(await find({ before: 3, limit: 1 })).toEqual([2]);
    expect(await find({ since: api.clock.now(), until: api.clock.now() })).toEqual([]);
    expect(await find({ since: api.clock.now() })).toEqual([4, 3, 2, 1]);
  });
});

test("control: with the lock off, acts at once lose entries", async () => {
  const wrap = (db: unknown) => locksOff(db as TenantDatabase) as never;
  const api = await startTestApi("postgres", { tenants: ["acme"], staff: { wrap } });
  const acts = Array.from({ length: 30 }, (_, at) => note(api.staff.parts, ACTOR, act(`A-${at}`)));
  const done = await Promise.allSettled(acts);
  expect(done.filter(({ status }) => status === "rejected")).not.toEqual([]);
  await api.close();
});
