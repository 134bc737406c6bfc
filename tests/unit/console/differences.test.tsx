import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { Differences } from "#console/money/differences.tsx";
import type { MoneyResponse } from "#console/money/money-response.ts";

const NOW = Date.parse("2026-12-01T10:30:00+05:30");
const show = (comparison: MoneyResponse["comparison"]) => {
  const money = { gateway: "razorpay", first_sale: NOW, comparison, differences: [], refunds: [], returned: [] };
  const html = renderToStaticMarkup(<Differences brand="acme" money={money} mayCompare />);
  return html.replace(/<[^>]+>/g, "");
};

test("the comparison has its time and the time until which payments were compared", () => {
  const compared = { finished_at: NOW, payments_until: NOW - 3_600_000, is_running: false, unlisted: null };
  expect(show(compared)).toContain("Last compared on 1 Dec 2026, 10:30 am, for payments until 1 Dec 2026, 9:30 am.");
  const never = { finished_at: null, payments_until: null, is_running: false, unlisted: null };
  expect(show(never)).toContain("The books have not been compared with the gateway yet.");
  expect(show(never)).not.toContain("cannot be compared");
  const text = "Disputes cannot be compared: the gateway lists none.";
  expect(show({ ...never, unlisted: "Disputes" })).toContain(text);
});
