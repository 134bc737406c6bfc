import { expect, test, vi } from "vitest";

import { drawCard } from "../../../../api/card-art/card-art.ts";

const loaded = vi.hoisted(() => vi.fn<() => void>());
vi.mock("harfbuzzjs", async (original) => {
  loaded();
  return original();
});

test("HarfBuzz is loaded by the first name that needs it, once", async () => {
  const draw = (merchant: string) => drawCard({ merchant, category: "Travel", crop: "card" });
  await draw("Kettle & Clove");
  await draw("தமிழ்");
  expect(loaded).not.toHaveBeenCalled();
  await Promise.all([draw("राम"), draw("श्याम")]);
  await draw("Ram राम");
  expect(loaded).toHaveBeenCalledTimes(1);
});
