import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";

import type { Bucket } from "#app/console/today/buckets.ts";
import { Sales } from "#app/console/today/sales.tsx";

// Values go from 100 % of the plot's height up to 0, and four buckets have a quarter of its width each.
const BASE = 100;
const MIDDLES = [12.5, 37.5, 62.5, 87.5];

const bucket = (index: number, orders: number, rupees: number): Bucket => ({
  ...{ at: index * 60 * 60_000, label: `${index + 1}:00 am`, tick: `${index + 1}:00 am` },
  ...{ orders, amount: rupees * 100, coins: 0 },
});
const BUCKETS = [bucket(0, 1, 100), bucket(1, 0, 0), bucket(2, 4, 350), bucket(3, 2, 200)];

const numbers = (text: string) => [...text.matchAll(/-?[\d.]+/g)].map(Number);
const pairs = <T,>(list: T[]) => Array.from({ length: list.length / 2 }, (_, at) => list.slice(2 * at, 2 * at + 2));

/** What the markup draws: points with their titles, the line, the area, and the axis. */
function readPlot(svg: string) {
  const pathOf = (name: string) => new RegExp(`class="plot-${name}" d="([^"]*)"`).exec(svg)![1]!;
  return {
    points: [...svg.matchAll(/cx="([^"]*)%" cy="([^"]*)%" r="3"><title>([^<]*)</g)].map(([, x, y, title]) => ({
      ...{ x: Number(x), y: Number(y), title: title! },
    })),
    /** Where each piece of the curve ends. */
    line: pathOf("line")
      .split("C")
      .map((piece) => pairs(numbers(piece)).at(-1)),
    area: pathOf("area"),
    ticks: [...svg.matchAll(/<line[^>]* y1="([^"]*)%"[^>]*><\/line><text[^>]*>([^<]*)</g)].map(([, y, text]) => [
      ...[Number(y), text],
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

test("points, line and axis of a plot are as high as the numbers of the table beside it say", () => {
  const { cash, orders, rows } = show(BUCKETS);
  expect(rows.map((row) => row.orders)).toEqual([1, 0, 4, 2]);
  expect(rows.map((row) => row.rupees)).toEqual([100, 0, 350, 200]);
  // Of four orders the axis ends at 4; of ₹350 at ₹400.
  expect(orders.points.map(({ y }) => y)).toEqual([75, 100, 0, 50]);
  expect(cash.points.map(({ y }) => y)).toEqual([75, 100, 12.5, 50]);
  const heights = [100, 75, 50, 25, 0];
  expect(orders.ticks).toEqual(heights.map((y, at) => [y, String(at)]));
  expect(cash.ticks).toEqual(heights.map((y, at) => [y, `₹${100 * at}`]));
  for (const [at, row] of rows.entries()) {
    const [sold, money] = [orders.points[at]!, cash.points[at]!];
    expect([sold.title, money.title]).toEqual([`${row.time}: ${row.orders}`, `${row.time}: ₹${row.rupees}`]);
    expect(((BASE - sold.y) / BASE) * 4).toBeCloseTo(row.orders, 9);
    expect(((BASE - money.y) / BASE) * 400).toBeCloseTo(row.rupees, 9);
  }
  for (const { points, line, area } of [orders, cash]) {
    expect(points.map(({ x }) => x)).toEqual(MIDDLES);
    expect(line).toEqual(points.map(({ x, y }) => [x, y]));
    // Below the line the area goes back along the bottom.
    expect(area).toMatch(/L87.5,100C.*,12.5,100Z$/);
  }
});

test("a plot of nothing lies at the bottom", () => {
  const { cash, orders, rows } = show(BUCKETS.map((_, index) => bucket(index, 0, 0)));
  expect(rows).toHaveLength(4);
  for (const { points, ticks } of [cash, orders]) {
    expect(points.map(({ y }) => y)).toEqual([BASE, BASE, BASE, BASE]);
    expect(ticks[0]![0]).toBe(BASE);
  }
});
