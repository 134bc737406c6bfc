import { expect, test } from "vitest";

import { startTestApi } from "../../helpers/api/test-api.ts";
import { DESK, openDesk } from "../../helpers/desk/desk.ts";

test("the audit says where an endpoint's events went, where they go, and which they are", async () => {
  const api = await startTestApi("sqlite", DESK);
  const desk = await openDesk(api);
  const secret = "?secret=hidden";
  const { body } = await desk.post("/integrations/endpoints", {
    url: `https://one.example${secret}`,
    events: ["order.paid"],
  });
  const change = { url: `https://two.example${secret}`, events: ["order.paid", "refund.due"] };
  expect((await desk.post(`/integrations/endpoints/${body.id}/change`, change)).status).toBe(200);
  const [act] = await desk.acts(body.id);
  expect(act).toMatchObject({ act: "endpoint.change" });
  expect([JSON.parse(act!.before!), JSON.parse(act!.after!)]).toEqual([
    { host: "one.example" },
    { host: "two.example", events: ["order.paid", "refund.due"] },
  ]);
  expect(JSON.stringify(await desk.everyAct())).not.toContain("hidden");
  await api.close();
});
