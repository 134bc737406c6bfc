import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { CachedFragment, RenderFragmentContext } from "#app/http/tricks/cached-fragment.tsx";
import { renderFragment } from "#app/http/tricks/fragment-cache.server.tsx";
import { CatalogueTools } from "#app/routes/catalogue/catalogue-view.tsx";
import { ProductGrid } from "#app/routes/catalogue/product-grid.tsx";
import { createBrand } from "#app/tenant/brand.ts";
import { CategoryBar } from "#app/ui/frame/category-bar.tsx";
import { Footer } from "#app/ui/frame/footer.tsx";

import { TenantSchema } from "../../../config/schema.ts";
import { DEFAULT_TEXTS } from "../../../config/texts.ts";

const NAMED = [
  { id: "1", name: "Tea & <b>Spice</b>" },
  { id: "2", name: "Travel" },
];
const denominations = [{ id: "1", min: 50_000, max: 50_000 }];
const products = NAMED.map((named) => ({ ...named, imageUrl: null, isAvailable: true, denominations }));
const query = { subcategories: ["2"], priceMin: 10_000, sort: "recommended" as const, page: 1 };
const brand = createBrand(TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"] }), null);

const VIEWS = {
  "the products": <ProductGrid products={products} moreHref="/?page=2" lessHref={null} />,
  "the categories": <CategoryBar categories={NAMED} active="2" />,
  "the filters": (
    <CatalogueTools
      query={query}
      home={{ categories: NAMED, subcategories: NAMED }}
      texts={DEFAULT_TEXTS}
      isUnderBanner
      count={null}
    >
      {null}
    </CatalogueTools>
  ),
  "the footer": <Footer brand={brand} isSignedIn cartCount={3} />,
};

test.each(Object.entries(VIEWS))("%s are kept as they render", (_name, view) => {
  const rendered = renderToStaticMarkup(view);
  const withParts = () =>
    renderToStaticMarkup(<RenderFragmentContext value={renderFragment}>{view}</RenderFragmentContext>);
  expect([withParts(), withParts()]).toEqual([rendered, rendered]);
});

test("renders a part once for the same data, and again for other data", () => {
  const rendered: string[] = [];
  function Greeting({ name }: { name: string }) {
    rendered.push(name);
    return <li>{name}</li>;
  }
  const show = (name: string) =>
    renderToStaticMarkup(
      <RenderFragmentContext value={renderFragment}>
        <CachedFragment as="ul" view={Greeting} data={{ name }} />
      </RenderFragmentContext>,
    );
  const shown = ["Asha", "Ravi", "Asha"].map(show);
  expect(shown).toEqual(["<ul><li>Asha</li></ul>", "<ul><li>Ravi</li></ul>", "<ul><li>Asha</li></ul>"]);
  expect(rendered).toEqual(["Asha", "Ravi"]);
});

test("keeps only the items of a list of products with pictures", () => {
  const pictured = products.map((product) => ({ ...product, imageUrl: `/media/cards/${product.id}.svg` }));
  const html = renderToStaticMarkup(
    <RenderFragmentContext value={renderFragment}>
      <ProductGrid products={pictured} moreHref={null} lessHref={null} />
    </RenderFragmentContext>,
  );
  expect(html).toMatch(/<ul class="grid"><li>.*<img[^>]* src="\/media\/cards\/1\.svg"/);
  expect(html).not.toContain("<link");
});
