import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { CatalogueList } from "#app/routes/catalogue/catalogue-view.tsx";
import { Filters } from "#app/routes/catalogue/filters.tsx";
import { ProductCard } from "#app/routes/catalogue/product-card.tsx";
import { ProductGrid } from "#app/routes/catalogue/product-grid.tsx";
import { pagesInDocument } from "#app/routes/catalogue/product-query.ts";
import { quickAmounts } from "#app/routes/product/quick-amounts.tsx";
import { CategoryBar } from "#app/ui/frame/category-bar.tsx";

const range = { id: "r", min: 10_000, max: 1_000_000 };
const product = { id: "7", name: "Nimbus & Co", imageUrl: null, isAvailable: true, denominations: [range] };

test("submits product, denomination and quantity to the product page with GET [C-08]", () => {
  const html = renderToStaticMarkup(<ProductCard product={product} />);
  expect(html).toMatch(/<form(?=[^>]*action="\/shopping-cart")(?![^>]*method)[^>]*>/);
  expect(html).toContain('name="product" value="7"');
  expect(html).toMatch(/<input(?=[^>]*name="denomination")(?=[^>]*type="number")(?=[^>]*value="100")[^>]*>/);
  expect(html).toMatch(/<input(?=[^>]*name="quantity")(?=[^>]*value="1")[^>]*>/);
  for (const text of ["Recommended", "Instant", "Nimbus &amp; Co", "Voucher", "View Coupon", "No Image Available"])
    expect(html).toContain(text);
  expect(html).not.toContain('name="name"');
});

test("offers several denominations as a select of amounts in rupees [C-08]", () => {
  const denominations = [{ id: "a", min: 50_000, max: 50_000 }, range];
  const html = renderToStaticMarkup(<ProductCard product={{ ...product, denominations }} isNameInLink />);
  expect(html).toContain('<option value="500">₹500.00</option><option value="100">₹100.00 – ₹10,000.00</option>');
  expect(html).toContain('name="name" value="Nimbus &amp; Co"');
});

test("shows that a product is unavailable in the place of its tags [C-24]", () => {
  const html = renderToStaticMarkup(<ProductCard product={{ ...product, isAvailable: false }} />);
  expect(html).toContain("Unavailable");
  expect(html).not.toContain("Instant");
});

test("shows an empty list, a list with more, and its end [C-10] [C-11]", () => {
  const nothing = renderToStaticMarkup(<ProductGrid products={[]} moreHref={null} lessHref={null} />);
  expect(nothing).toContain("No Products Available");
  expect(nothing).toContain("Try adjusting your filters or browse categories");

  const more = renderToStaticMarkup(<ProductGrid products={[product]} moreHref="/?page=2" lessHref={null} />);
  expect(more).toContain("Show More");
  expect(more).not.toContain("All items are loaded!");

  const end = renderToStaticMarkup(<ProductGrid products={[product]} moreHref={null} lessHref="/" />);
  expect(end).toContain("Show Less");
  expect(end).toContain("All items are loaded!");
});

test("shows twelve pages in one document; the next begins a new list, with a link back [C-11]", () => {
  expect([pagesInDocument(12).length, pagesInDocument(13), pagesInDocument(14)]).toEqual([12, [13], [13, 14]]);
  const list = {
    products: [product],
    pageStarts: {},
    count: 900,
    hasMore: true,
    firstPage: 13,
    lastPage: 13,
    problem: null,
  };
  const query = { subcategories: [], sort: "recommended" as const, page: 13 };
  const html = renderToStaticMarkup(<CatalogueList list={list} query={query} isNameInLink={false} />);
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)/g)].map(([, href, name]) => [name, href]);
  expect(links).toEqual([
    ["Back to the start of the list", "/?page=12"],
    ["Skip the cards", "#list-end"],
    ["Nimbus &amp; Co", "/shopping-cart?product=7"],
    ["Show More", "/?page=14#page-14"],
    ["Show Less", "/#top"],
  ]);
});

test("shows five subcategories and the rest behind Show More, unfolded while one of them is ticked [C-03]", () => {
  const html = (count: number, selected: string[] = []) =>
    renderToStaticMarkup(
      <Filters
        subcategories={categories(count)}
        selected={selected}
        priceMin={null}
        priceMax={null}
        kept={[]}
        appliedCount={0}
        clearHref="/"
      />,
    );
  expect(html(5)).not.toContain("Show More");
  const six = html(6, ["c0"]);
  expect(six).toContain("<legend>Categories</legend>");
  expect(six).toMatch(/Name 4<.*<details class="more-filters"><summary>.*Show More.*Show Less.*Name 5</);
  expect(six.match(/checked=""/g)).toHaveLength(1);
  expect(html(6, ["c5"])).toContain('<details open="" class="more-filters">');
});

test("shows a failed list's message, and keeps the list when a later page fails [C-13]", () => {
  const failed = <ProductGrid products={[]} moreHref={null} lessHref={null} error="contact the adminstration " />;
  expect(renderToStaticMarkup(failed)).toContain("contact the adminstration ");
  expect(renderToStaticMarkup(failed)).not.toContain("No Products Available");

  const page = <ProductGrid products={[product]} moreHref={null} lessHref={null} error="Invalid response structure" />;
  expect(renderToStaticMarkup(page)).toContain("View Coupon");
  expect(renderToStaticMarkup(page)).toContain("Invalid response structure");
  expect(renderToStaticMarkup(page)).not.toContain("All items are loaded!");
});

const categories = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `c${at}`, name: `Name ${at}` }));

test("shows the choice in the dropdown, which begins with all categories [H-08]", () => {
  const bar = (active?: string) => renderToStaticMarkup(<CategoryBar categories={categories(2)} active={active} />);
  expect(bar("")).toMatch(/<summary>Categories<.*<a href="\/" aria-current="true"[^>]*>All Categories<.*Name 0/);
  expect(bar("c1")).toMatch(/<summary>Name 1<.*<a href="\/\?category=c1" aria-current="true"/);
});

test("shows up to five categories and the rest behind Show More [H-07]", () => {
  expect(renderToStaticMarkup(<CategoryBar categories={categories(5)} />)).not.toContain("Show More");
  const six = renderToStaticMarkup(<CategoryBar categories={categories(6)} active="c1" />);
  expect(six).toContain("Show More");
  expect(six).toContain("Show Less");
  expect(six.indexOf("Name 4")).toBeLessThan(six.indexOf("Show More"));
  expect(six.indexOf("Name 5")).toBeGreaterThan(six.indexOf("Show More"));
  expect(six.match(/aria-current/g)).toHaveLength(1);
});

test("unfolds the further categories while one of them is chosen [H-07]", () => {
  const html = renderToStaticMarkup(<CategoryBar categories={categories(6)} active="c5" />);
  expect(html).toMatch(/<details open=""><summary/);
});

test("offers fixed quick amounts, or round ones within a range, at most six", () => {
  const fixed = [50_000, 25_000].map((min) => ({ id: String(min), min, max: min }));
  expect(quickAmounts(fixed)).toEqual([25_000, 50_000]);
  expect(quickAmounts([{ id: "r", min: 30_000, max: 210_000 }])).toEqual([50_000, 100_000, 200_000]);
  expect(quickAmounts([{ id: "r", min: 1, max: 100_000_000 }])).toHaveLength(6);
});
