import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { Sort } from "#app/routes/catalogue/sort.tsx";

import { shopTexts } from "../../../../../config/brand/texts.ts";

const DEFAULT_TEXTS = shopTexts();

test("offers three orders by name, selects the URL's, and keeps the rest of the URL [C-06]", () => {
  const html = renderToStaticMarkup(<Sort current="price_low_high" kept={[["category", "7"]]} texts={DEFAULT_TEXTS} />);
  const options = [...html.matchAll(/<option value="([^"]+)"( selected="")?>([^<]+)/g)];
  expect(options.map(([, value, chosen, label]) => [value, label, !!chosen])).toEqual([
    ["recommended", "Price Range", false],
    ["price_high_low", "Price: High to Low", false],
    ["price_low_high", "Price: Low to High", true],
  ]);
  expect(html).toContain('<input type="hidden" name="category" value="7"/>');
});
