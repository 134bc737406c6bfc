import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

describe.each(engines)("saved views on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, { ...DESK, tenants: ["acme", "globex"] });
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  const named = (body: { views: { name: string; query: string }[] }) =>
    body.views.map(({ name, query }) => [name, query]);

  test("are a member's own, for one list of one brand, and keep no searched text", async () => {
    const [ask, other] = [await desk.member("support"), await desk.member("support")];
    const saved = await ask("POST", "/views/orders", {
      name: " Late ",
      query: "q=asha%40x.test&status=paid_late&after=1-a",
    });
    expect([saved.status, named(saved.body)]).toEqual([200, [["Late", "status=paid_late"]]]);
    await ask("POST", "/views/orders", { name: "Held", query: "attention=held&sort=-total" });
    const again = await ask("POST", "/views/orders", { name: "Late", query: "status=failed" });
    expect(named(again.body)).toEqual([
      ["Held", "attention=held&sort=-total"],
      ["Late", "status=failed"],
    ]);
    expect(named((await ask("GET", "/views/shoppers")).body)).toEqual([]);
    expect(named((await other("GET", "/views/orders")).body)).toEqual([]);
    expect(named((await desk.get("/views/orders", { brand: "globex" })).body)).toEqual([]);

    const { id } = again.body.views[0];
    await other("POST", `/views/orders/${id}/delete`, {});
    await ask("POST", `/views/shoppers/${id}/delete`, {});
    expect(named((await ask("GET", "/views/orders")).body)).toHaveLength(2);
    expect(named((await ask("POST", `/views/orders/${id}/delete`, {})).body)).toEqual([["Late", "status=failed"]]);
  });

  test("have names, and are thirty at most in a list", async () => {
    const ask = await desk.member("support");
    expect((await ask("POST", "/views/orders", { name: " ", query: "" })).body.errors).toEqual({
      name: "must have a name",
    });
    for (let view = 0; view < 30; view++) await ask("POST", "/views/orders", { name: `View ${view}`, query: "" });
    expect((await ask("POST", "/views/orders", { name: "One more", query: "" })).status).toBe(409);
    expect((await ask("POST", "/views/orders", { name: "View 7", query: "status=paid" })).status).toBe(200);
  });

  test("come with the columns that a member has chosen", async () => {
    const [ask, other] = [await desk.member("support"), await desk.member("support")];
    expect((await ask("GET", "/views/shoppers")).body.columns).toBeNull();
    await ask("POST", "/columns/shoppers", { columns: ["Name", "Coins"] });
    expect((await ask("POST", "/columns/shoppers", { columns: ["Name"] })).body.columns).toEqual(["Name"]);
    expect((await ask("GET", "/views/shoppers")).body.columns).toEqual(["Name"]);
    expect((await ask("GET", "/views/orders")).body.columns).toBeNull();
    expect((await other("GET", "/views/shoppers")).body.columns).toBeNull();
  });
});
