import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listAudit, selectAudit } from "../../../api/repositories/staff/audit.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("the audit's filters on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { staff: {} });
    await api.staff.parts.db.transaction((tx) =>
      tx
        .insertInto("audit")
        .values(
          Array.from({ length: 400 }, (_none, index) => ({
            number: 1_000 + index,
            at: index,
            actor: index % 100 === 7 ? "rare" : "often",
            origin: "",
            brand: index % 2 ? "acme" : "globex",
            act: index % 50 === 9 ? "order.refund" : "order.note",
            subject: `s${index % 5}`,
            before: null,
            after: null,
            reason: null,
            hash: String(index),
          })),
        )
        .execute(),
    );
  });
  afterAll(() => api.close());

  const numbers = async (filter: object) =>
    (await listAudit(api.staff.read, { limit: 1_000, ...filter })).map(({ number }) => number);

  test("find by the beginning of an act, the person, the subject and the brand, newest first", async () => {
    const refunds = [359, 309, 259, 209, 159, 109, 59, 9].map((index) => 1_000 + index);
    expect(await numbers({ act: "order.refund" })).toEqual(refunds);
    expect(await numbers({ act: "ORDER.R" })).toEqual(refunds);
    expect(await numbers({ act: "order" })).toHaveLength(400);
    expect(await numbers({ act: "order.refund", brands: ["acme"], subject: "s4", before: 1_200 })).toEqual([
      1_159, 1_109, 1_059, 1_009,
    ]);
    expect(await numbers({ act: "order.refund", brands: ["globex"] })).toEqual([]);
    expect(await numbers({ actor: "rare", brands: ["acme"] })).toEqual([1_307, 1_207, 1_107, 1_007]);
    expect(await numbers({ actor: "rare", since: 107, until: 300 })).toEqual([1_207, 1_107]);
    for (const act of ["%", "_rder", "order?", "rder", "order~", "\u{10FFFF}"])
      expect([act, await numbers({ act })]).toEqual([act, []]);
  });

  test("read the index of the filter that finds least, however many entries there are", async () => {
    const explain = (filter: object, isRare: boolean) =>
      api.staff.parts.db.transaction(async (tx) => {
        // With so few rows PostgreSQL would read all of them.
        if (engine === "postgres") await sql`set local enable_seqscan = off`.execute(tx);
        const query = selectAudit(tx, { limit: 51, ...filter }, isRare);
        const plan = await (engine === "sqlite" ? query.explain(undefined, sql`query plan`) : query.explain());
        return JSON.stringify(plan);
      });
    const all = { brands: ["acme"], actor: "rare", act: "order.refund", subject: "s4" };
    const { subject, act, ...person } = all;
    expect(await explain(all, true)).toContain("audit_act");
    expect(await explain({ act }, true)).toContain("audit_act");
    expect(await explain({ act, brands: ["acme"] }, true)).toContain("audit_act");
    expect(await explain({ ...person, subject }, false)).toContain("audit_subject");
    expect(await explain(person, false)).toContain("audit_actor");
    expect(await explain({ ...person, act }, false)).toContain("audit_actor");
    expect(await explain({ brands: ["acme"] }, false)).toContain("audit_brand");
  });
});
