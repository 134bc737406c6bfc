import { expect, test } from "vitest";

import { createRasteriser } from "../../../../api/media/rasterise.ts";
import { pngSize } from "../../../helpers/shots/png.ts";

const square = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${colour}" d="M0 0h9v9H0z"/></svg>`;
const SIZE = { width: 60, height: 30 };

test("draws a picture once for all requests, and again for another size or drawing", async () => {
  const rasterise = createRasteriser();
  const [first, second] = await Promise.all([rasterise(square("red"), SIZE), rasterise(square("red"), SIZE)]);
  expect(pngSize(first)).toEqual([60, 30]);
  expect(second).toBe(first);
  expect(await rasterise(square("red"), SIZE)).toBe(first);
  expect((await rasterise(square("blue"), SIZE)).equals(first)).toBe(false);
  expect(pngSize(await rasterise(square("red"), { width: 30, height: 30 }))).toEqual([30, 30]);
});

test("an unreadable drawing fails without affecting the others", async () => {
  const rasterise = createRasteriser();
  const [broken, whole] = await Promise.allSettled([rasterise("<svg", SIZE), rasterise(square("red"), SIZE)]);
  expect([broken.status, whole.status]).toEqual(["rejected", "fulfilled"]);
});

test("refuses more than a hundred pictures at once, and recovers", async () => {
  const rasterise = createRasteriser();
  const asked = Array.from({ length: 130 }, (_, index) => rasterise(square(`rgb(${index},0,0)`), SIZE));
  const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(30);
  expect(refused).toMatchObject(refused.map(() => ({ reason: { status: 503 } })));
  expect(pngSize(await rasterise(square("rgb(129,0,0)"), SIZE))).toEqual([60, 30]);
});
