import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, place, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("selling by command on %s", (engine) => {
  let api: TestApi;
  let cli: Cli;
  beforeAll(async () => {
    api = await startTestApi(engine, { tenants: ["acme"] });
    cli = createCli(api.storage, { acme: {} });
    api.clock.turn(Date.now() - api.clock.now()); // commands have the machine's
    await stockUp(api, 20);
  });
  afterAll(() => api.close());

  test("shows nothing of a brand that has never stopped, and refuses to let it sell again", async () => {
    expect(await cli.ok("selling", "stops", "acme")).toBe("Brand acme has never stopped selling.\n");
    const refused = { code: 1, stdout: "", stderr: "awning: brand acme has not stopped selling\n" };
    expect(await cli.run(["selling", "resume", "acme"])).toEqual(refused);
  });

  test("shows the payments that stopped a brand, and lets it sell again", async () => {
    const { token } = await createShopper(api);
    const orders = [await startOrder(api), await startOrder(api)];
    for (const { payment } of orders) await notify(api, { ...payment, amount: 45_000, currency: "USD" });
    expect((await place(api, token)).status).toBe(403);
    const payments = orders
      .map(({ payment }) => `${payment.order_number}: 900 asked for, 45000 USD received`)
      .join("; ");
    const open = { since: expect.stringMatching(/Z$/), until: null, ended_by: null, kind: "currency", payments };
    expect(await cli.json("selling", "stops", "acme")).toEqual([open]);

    expect(await cli.ok("selling", "resume", "acme")).toBe("Brand acme sells again.\n");
    const ended = { ...open, until: expect.stringMatching(/Z$/), ended_by: "command line" };
    expect(await cli.json("selling", "stops", "acme")).toEqual([ended]);
    expect((await place(api, token)).status).toBe(201);
    expect(await cli.ok("audit", "list")).toContain("selling.resume");
  });
});
