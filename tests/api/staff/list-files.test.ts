import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { DAY_MS, indianTime } from "../../../api/domain/days.ts";
import { readXlsx } from "../../../api/domain/files/xlsx.ts";
import { EVENT_TYPES } from "../../../api/domain/outgoing/events.ts";
import { runJobs } from "../../../api/jobs/run-jobs.ts";
import { addEndpoint, sendTest } from "../../../api/outgoing/manage-endpoints.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { notify, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const CODE_MS = 10 * 60_000;

describe.each(engines)("files of the console's lists on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  const readAll = async (path: string) => {
    const headers = { authorization: `Bearer ${await desk.join("owner")}` };
    return Buffer.from(await (await fetch(`${api.root}/_staff/brands/acme${path}`, { headers })).arrayBuffer());
  };
  const read = (text: string) => parse(text, { columns: true, record_delimiter: "\r\n" }) as Record<string, string>[];

  test("hold all jobs, the newest first, without what their files hold", async () => {
    for (const name of ["first.csv", "second.csv"]) {
      await desk.upload(
        `/stock/imports?name=${name}`,
        "product,denomination,card_number,pin,claim_url,expires\nnosuch,250,SECRET-CARD-1,,,\n",
      );
      while (await runJobs(api.shop()));
      api.clock.turn(1_000);
    }
    const { text } = await desk.get("/jobs.csv");
    expect(read(text).map(({ file, state, rows }) => [file, state, rows])).toEqual([
      ["second.csv", "done", "1 refused"],
      ["first.csv", "done", "1 refused"],
    ]);
    expect(text).not.toContain("SECRET-CARD");
    const bytes = await readAll("/jobs.csv");
    expect(bytes.subarray(0, 3).toString("latin1")).toBe("\u00ef\u00bb\u00bf"); // else Excel takes it for Windows-1252
    expect(Object.keys(read(text)[0]!)).toEqual([
      "started_at (IST)",
      "job",
      "file",
      "state",
      "rows",
      "ended_at (IST)",
      "started_by",
    ]);
    const began = indianTime(api.clock.now() - 1_000).replace("T", " ");
    expect(read(text)[0]!["started_at (IST)"]).toBe(began);
    const { rows } = await readXlsx(await readAll("/jobs.csv?format=xlsx"), 100);
    expect(rows.map(({ cells }) => cells[2])).toEqual(["file", "second.csv", "first.csv"]);
    expect([rows[1]!.kinds![0], rows[1]!.cells[0]]).toEqual(["date", began.replace(" ", "T")]);
    expect((await desk.get("/jobs.csv", { token: await desk.join("finance", "globex") })).status).toBe(404);
  });

  test("hold endpoints and their events without secrets, for a code, with an entry", async () => {
    const shop = api.shop();
    const url = "https://erp.example/in?key=hidden-key";
    const { id, secret } = await addEndpoint(shop, { url, events: EVENT_TYPES.slice(0, 2) }, "owner@staff.test");
    await sendTest(shop, id);
    await shop.db.transaction((tx) => tx.updateTable("event_deliveries").set({ answer: "hidden-answer" }).execute());
    const endpoints = await desk.get("/integrations/endpoints.csv");
    const asText = id.replace(/^-/, "'-"); // a spreadsheet would read a formula
    expect(read(endpoints.text)).toMatchObject([
      { id: asText, host: "erp.example", waiting: "1", failed: "0", "paused_at (IST)": "" },
    ]);
    const events = await desk.get(`/integrations/endpoints/${id}/deliveries.csv`);
    expect(read(events.text)).toMatchObject([{ type: "test", state: "waiting", tries: "0", order: "" }]);
    expect((await desk.get("/integrations/endpoints/nosuch/deliveries.csv")).status).toBe(404);
    for (const hidden of ["hidden", secret]) expect(endpoints.text + events.text).not.toContain(hidden);
    const noted = [...(await desk.acts("endpoints")), ...(await desk.acts(id))];
    expect(noted.map(({ act }) => act)).toEqual(["endpoint.export", "endpoint.export-events"]);
    api.clock.turn(CODE_MS);
    for (const path of ["/integrations/endpoints.csv", `/integrations/endpoints/${id}/deliveries.csv`])
      expect([path, (await desk.get(path)).body.error]).toEqual([path, "code_required"]);
  });

  test("hold the figures of the brands whose money the member may take along, for a code, with an entry", async () => {
    await stockUp(api, 10);
    const order = await startOrder(api);
    await notify(api, order.payment);
    const from = api.clock.now() - DAY_MS;
    const ask = (token: string, query = `?from=${from}`) =>
      api.staff.call("GET", `/all-brands/export${query}`, { token });
    const [everywhere, here] = [await desk.join("finance"), await desk.join("manager", "acme")];
    const { body: today } = await desk.get(`/today?from=${from}`, { token: everywhere });
    const cash = today.money.sales.points.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    expect(cash).toBeGreaterThan(0);
    const rows = read((await ask(everywhere)).text);
    expect(rows).toMatchObject([
      { brand: "acme", name: "acme rewards", orders: "1", cash: (cash / 100).toFixed(2), payments_paid: "1" },
      { brand: "globex", orders: "0", cash: "0.00", coins_outstanding: "0.00" },
    ]);
    expect(rows[0]).toMatchObject({ cards_low: String(today.stock.low) });
    expect(read((await ask(here)).text).map(({ brand }) => brand)).toEqual(["acme"]);
    expect((await ask(here, "")).status).toBe(400);
    for (const role of ["support", "auditor", "catalogue"] as const)
      expect([role, (await ask(await desk.join(role))).status]).toEqual([role, 404]);
    const noted = (await desk.everyAct()).filter(({ act }) => act === "brands.export");
    expect(noted.map(({ brand }) => brand)).toEqual([null, "acme"]);
    api.clock.turn(CODE_MS);
    expect((await ask(everywhere)).body.error).toBe("code_required");
  });
});
