import { expect, test } from "vitest";

import { startTestApi } from "../../helpers/api/test-api.ts";

test("a call leaves its brand whatever it answers, so that the brand can close", async () => {
  let [visited, left] = [0, 0];
  const api = await startTestApi("sqlite", {
    staff: {},
    tenants: ["acme"],
    wrapShops: (shops) => ({
      ...shops,
      async visit(id, isUse) {
        visited++;
        const visit = (await shops.visit(id, isUse))!;
        const leave = () => {
          left++;
          visit.leave();
        };
        return { ...visit, leave };
      },
    }),
  });
  try {
    const { token } = await api.staff.member({ role: "owner", brand: "*" });
    api.clock.turn(60 * 60_000); // the code that the member joined with no longer counts
    const call = (method: string, path: string) =>
      api.staff.call(method, `/brands/acme${path}`, { token, ...(method === "POST" && { body: {} }) });
    const answers = [
      await call("GET", "/orders"),
      await call("GET", "/orders/nosuch"),
      await call("POST", "/orders/nosuch/refund"),
      await call("POST", "/orders/nosuch/note"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 403, 400]);
    expect(visited).toBeGreaterThan(0);
    await expect.poll(() => left).toBe(visited);
  } finally {
    await api.close();
  }
});
