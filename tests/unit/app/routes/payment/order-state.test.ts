import { afterEach, expect, test, vi } from "vitest";

import { fetchOrderState, nextPollMs } from "#app/routes/paid/order-state.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ["answers", () => Response.json({ status: "pending", now: 1_790_000_000_000, paid: null }), 2_000],
  ["fails", () => new Response("", { status: 500 }), 2_000],
  ["cannot be reached", () => Promise.reject(new TypeError("Failed to fetch")), 2_000],
  ["answers something else", () => new Response("<html>"), 2_000],
  ["is limited by its host", () => new Response("", { status: 429, headers: { "retry-after": "15" } }), 15_000],
  [
    "requests a pause longer than a payment",
    () => new Response("", { status: 429, headers: { "retry-after": "900" } }),
    15_000,
  ],
  [
    "requests a pause below two seconds",
    () => new Response("", { status: 429, headers: { "retry-after": "1" } }),
    2_000,
  ],
])("polls a shop that %s again in time, after any number of such answers [P-10] [E-19]", async (_what, answer, ms) => {
  vi.stubGlobal("fetch", async () => answer());
  vi.spyOn(console, "warn").mockImplementation(() => {});
  for (let poll = 0; poll < 5; poll++)
    expect(
      nextPollMs(await fetchOrderState({ orderId: "FO/1", screen: "verify" }, new AbortController().signal), 0),
    ).toBe(ms);
});

test.each([
  [4, 0, 2_000],
  [5, 0, 10_000],
  [5, 15_000, 15_000],
  [59, 0, 10_000],
  [60, 0, 60_000],
  [3_000, 15_000, 60_000],
])(
  "an order that has waited for %d minutes, limited for %d ms, is polled after %d ms [P-10]",
  (minutes, limited, ms) => {
    expect(nextPollMs({ retryAfterMs: limited }, minutes * 60_000)).toBe(ms);
  },
);
