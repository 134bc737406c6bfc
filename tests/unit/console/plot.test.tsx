import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";

import type { Bucket } from "#console/today/buckets.ts";
import { Sales } from "#console/today/sales.tsx";

// Values go from 100 % of the plot's height up to 0, and four buckets have a quarter of its width each.
const BASE = 100;
const MIDDLES = [12.5, 37.5, 62.5, 87.5];

const bucket = (index: number, orders: number, rupees: number): Bucket => ({
  at: index * 60 * 60_000,
  label: `${index + 1}:00 am`,
  tick: `${index + 1}:00 am`,
  orders,
  amount: rupees * 100,
  coins: 0,
});
const BUCKETS = [bucket(0, 1, 100), bucket(1, 0, 0), bucket(2, 4, 350), bucket(3, 2, 200)];

/** The drawing in the markup: bars with their titles, and the axis. */
function readPlot(svg: string) {
  const bars = /x="([^"]*)%" y="([^"]*)%" width="([^"]*)%" height="([^"]*)%"><title>([^<]*)</g;
  return {
    bars: [...svg.matchAll(bars)].map(([, x, y, width, height, title]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
      title: title!,
    })),
    ticks: [...svg.matchAll(/<line[^>]* y1="([^"]*)%"[^>]*><\/line><text[^>]*>([^<]*)</g)].map(([, y, text]) => [
      Number(y),
      text,
    ]),
  };
}

function show(buckets: Bucket[]) {
  const total = { orders: 0, amount: 0, coins: 0 };
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Sales range="day" buckets={buckets} total={total} before={null} isBehind={false} />
    </MemoryRouter>,
  );
  const [cash, orders] = html.match(/<svg class="plot".*?<\/figure>/g)!.map(readPlot);
  const rows = [...html.matchAll(/scope="row">([^<]*)<\/th>(.*?)<\/tr>/g)].map(([, time, cells]) => {
    const [sold, money] = [...cells!.matchAll(/>₹?([\d,.]+)</g)].map(([, text]) => Number(text!.replaceAll(",", "")));
    return { time: time!, orders: sold!, rupees: money! };
  });
  return { cash: cash!, orders: orders!, rows };
}

test("bars and axis of a plot match the numbers of the table beside it", () => {
  const { cash, orders, rows } = show(BUCKETS);
  expect(rows.map((row) => row.orders)).toEqual([1, 0, 4, 2]);
  expect(rows.map((row) => row.rupees)).toEqual([100, 0, 350, 200]);
  // Of four orders the axis ends at 4; of ₹350 at ₹400.
  expect(orders.bars.map(({ y }) => y)).toEqual([75, 100, 0, 50]);
  expect(cash.bars.map(({ y }) => y)).toEqual([75, 100, 12.5, 50]);
  const heights = [100, 75, 50, 25, 0];
  expect(orders.ticks).toEqual(heights.map((y, at) => [y, String(at)]));
  expect(cash.ticks).toEqual(heights.map((y, at) => [y, `₹${100 * at}`]));
  for (const [at, row] of rows.entries()) {
    const [sold, money] = [orders.bars[at]!, cash.bars[at]!];
    expect([sold.title, money.title]).toEqual([`${row.time}: ${row.orders}`, `${row.time}: ₹${row.rupees}`]);
    expect(((BASE - sold.y) / BASE) * 4).toBeCloseTo(row.orders, 9);
    expect(((BASE - money.y) / BASE) * 400).toBeCloseTo(row.rupees, 9);
  }
  for (const { bars } of [orders, cash]) {
    for (const [at, { x, y, width, height }] of bars.entries()) {
      expect([x + width / 2, y + height]).toEqual([expect.closeTo(MIDDLES[at]!, 1), expect.closeTo(BASE, 9)]);
      expect(width).toBeLessThan(25);
    }
  }
});

test("a plot without sales has all bars at the bottom", () => {
  const { cash, orders, rows } = show(BUCKETS.map((_, index) => bucket(index, 0, 0)));
  expect(rows).toHaveLength(4);
  for (const { bars, ticks } of [cash, orders]) {
    expect(bars.map(({ y }) => y)).toEqual([BASE, BASE, BASE, BASE]);
    expect(ticks[0]![0]).toBe(BASE);
  }
});
