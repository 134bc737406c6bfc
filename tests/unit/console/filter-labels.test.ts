import { expect, test } from "vitest";

import { describeFilter } from "#console/jobs/filter-labels.ts";

const DAY = { since: Date.parse("2026-11-20T00:00+05:30"), until: Date.parse("2026-11-22T00:00+05:30") };

test.each([
  ["orders.export", {}, ""],
  ["orders.export", { status: "failed" }, "State: Payment failed"],
  ["orders.export", { attention: "supplier", gateway: "vpa" }, "Needs: Waiting for a supplier; Gateway: Own UPI id"],
  ["orders.export", { q: "asha@", ...DAY }, "Search: asha@; From: 20 Nov 2026; To: 21 Nov 2026"],
  ["orders.export", { since: 0 }, "From: 1 Jan 1970"],
  ["orders.export", { status: "new_state", gateway: "new_gateway" }, "State: new_state; Gateway: new_gateway"],
  ["shoppers.export", { q: "" }, ""],
  ["shoppers.export", { q: "asha", state: "unverified" as const }, "Search: asha; State: E-mail not verified"],
  ["shoppers.export", { by: "phone", q: "98" }, "Phone begins with: 98"],
])("a file of %s with the filter %j", (kind, filter, text) => {
  expect(describeFilter(kind, filter)).toBe(text);
});
