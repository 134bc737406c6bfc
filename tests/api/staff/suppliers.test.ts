import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";
import { acmeSuppliers } from "../../helpers/suppliers/acme-suppliers.ts";
import { SECRET, startScriptedSupplier } from "../../helpers/suppliers/scripted-supplier.ts";

describe.each(engines)("a brand's suppliers, in the console (%s)", (engine) => {
  let api: TestApi;
  let desk: Desk;
  let main: Awaited<ReturnType<typeof startScriptedSupplier>>;
  let second: Awaited<ReturnType<typeof startScriptedSupplier>>;
  beforeAll(async () => {
    [main, second] = [await startScriptedSupplier(), await startScriptedSupplier()];
    const { SUPPLIER_ACME_SECOND_SECRET: _, ...secrets } = acmeSuppliers({ main, second }).secrets;
    api = await startTestApi(engine, { ...acmeSuppliers({ main, second }), ...DESK, secrets });
    desk = await openDesk(api);
  });
  afterAll(async () => {
    await api.close();
    await main.close();
    await second.close();
  });

  const list = async () => (await desk.get("/suppliers")).body.suppliers;

  test("are listed with the balance as the shop read it, and the secrets that are missing", async () => {
    const [one, two] = await list();
    expect(one).toMatchObject({ name: "main", kind: "http", balance: null, low_below: 100_000, checked_at: null });
    expect(two.secrets).toEqual([
      { variable: "SUPPLIER_ACME_SECOND_KEY_ID", problem: null },
      { variable: "SUPPLIER_ACME_SECOND_SECRET", problem: expect.stringContaining("is missing") },
    ]);
    expect((await desk.get("/suppliers")).text).not.toContain(SECRET);
  });

  test("are tried: the balance is read, and below the mark their products are sold out", async () => {
    main.balance = 99_900;
    const tried = await desk.post("/suppliers/main/try");
    expect(tried.body.findings).toEqual([
      { level: "ok", text: "supplier main accepts the key" },
      { level: "ok", text: "balance 999 rupees" },
    ]);
    expect((await list())[0]).toMatchObject({ balance: 99_900, is_low: true, checked_at: api.clock.now() });
    expect((await desk.acts("main")).map(({ act }) => act)).toEqual(["supplier.try"]);
    expect(main.booked.size).toBe(0);
  });

  test("say what is wrong with their credentials", async () => {
    const { body } = await desk.post("/suppliers/second/try");
    expect(body.findings).toEqual([
      { level: "error", text: expect.stringContaining("SUPPLIER_ACME_SECOND_SECRET is missing") },
    ]);
    expect((await desk.post("/suppliers/nobody/try")).status).toBe(404);
  });
});
