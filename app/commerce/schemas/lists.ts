import { z } from "zod";

import { anything, id } from "./values.ts";
import { listing } from "./wire.ts";

/** More cards, orders or lines than this would make a page slow; the rest is dropped. */
export const MAX_ITEMS = 500;

/** A list within an item: skips bad entries, keeps the first `most`. Missing or null is empty. */
export const listOf = <Item extends z.ZodType>(item: Item, most = MAX_ITEMS) =>
  innerList(item, (values) => readSome(values, item, most));

/** The main content of an answer: as listOf, but an error if it has items and none is readable. */
export const mainListOf = <Item extends z.ZodType>(item: Item, most = MAX_ITEMS) =>
  innerList(item, (values, context) => readItems(values, item, context, most));

type Read<Item extends z.ZodType> = (values: unknown[], context: z.RefinementCtx) => z.output<Item>[];

function innerList<Item extends z.ZodType>(item: Item, read: Read<Item>) {
  const list = z
    .array(z.unknown())
    .nullish()
    .transform((values, context) => read(values ?? [], context));
  return listing(list, item);
}

/** Reads the items of an answer. If none is readable, that is an error: the list would look empty. */
export function readItems<Item extends z.ZodType>(
  values: unknown[],
  item: Item,
  context: z.RefinementCtx,
  most = MAX_ITEMS,
): z.output<Item>[] {
  const items = readSome(values, item, most);
  if (values.length > 0 && items.length === 0) context.addIssue({ code: "custom", message: "has no readable item" });
  return items;
}

const readSome = <Item extends z.ZodType>(values: unknown[], item: Item, most: number) =>
  values.slice(0, most).flatMap((value): z.output<Item>[] => {
    const parsed = item.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });

const count = z.coerce.number().int().min(0).nullable().catch(null);
type Fields = Record<string, unknown>;

/** The names of the next page's address or existence begin so; also in camel case. */
const NEXT = /^(next|has_more|has_next|truncated|is_truncated)/;
/** They are false before the last page. */
const LAST = ["last", "is_last", "is_last_page"];
const COUNTS = ["count", "total_count", "total_items", "total_results", "total_elements", "num_items", "item_count"];
/** Objects beside a list that may contain the same fields. */
const BESIDE = ["pagination", "meta", "links", "_links", "page", "page_info", "paging"];
const PAGES = ["total_pages", "last_page", "page_count", "num_pages", "pages"];
/** Fields of pages. Beside one of them, `total` counts items; elsewhere it may be money. */
const PAGE_FIELDS = ["page", "current_page", "per_page", "page_size", "limit", "offset", "total_pages", "last_page"];

export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of an object, or the links of a list such as `[{ "rel": "next", "href": "/cart/?page=2" }]`, in snake case. */
function readFields(level: unknown): Fields {
  const links = Array.isArray(level) ? level.filter(isObject).map(({ rel, href }) => [rel, href]) : null;
  const entries = links ?? Object.entries(isObject(level) ? level : {});
  return Object.fromEntries(entries.map(([name, value]) => [snakeCase(String(name)), value]));
}

/** The levels of an answer that may give the whole length of its list: the outer ones, and the objects beside it. */
function levelsBeside(outer: unknown[], depth = 2): Fields[] {
  const levels = outer.map(readFields);
  const inner = levels.flatMap((level) => BESIDE.filter((name) => name in level).map((name) => level[name]));
  return inner.length === 0 || depth === 0 ? levels : [...levels, ...levelsBeside(inner, depth - 1)];
}

/** The largest count that a level names, because others may count one page; null if it names none. */
function countOf(levels: Fields[]): number | null {
  const named = levels.flatMap((level) => {
    const names = PAGE_FIELDS.some((name) => name in level) ? [...COUNTS, "total"] : COUNTS;
    return names.map((name) => count.parse(level[name] ?? null)).filter((value) => value !== null);
  });
  return named.length === 0 ? null : Math.max(...named);
}

/** True if there is a page after this one. */
const isPart = (levels: Fields[]): boolean =>
  levels.some((level) => {
    const pages = Number(PAGES.map((name) => level[name]).find((value) => value !== undefined) ?? 1);
    return (
      Object.keys(level).some((name) => NEXT.test(name) && isThere(level[name])) ||
      LAST.some((name) => level[name] === false) ||
      pages > Number(level.current_page ?? level.page ?? 1)
    );
  });

const isThere = (value: unknown) => value !== null && value !== undefined && value !== false && value !== "";

/** Products that match in each subcategory, by its id; null if the backend does not count them. */
const counts = z
  .array(z.object({ id, count: z.int().min(0) }))
  .transform((list) => new Map(list.map(({ id, count }) => [id, count])))
  .nullable()
  .catch(null);

/** A list, or a page of one. Also accepts `results.products`, `coins`, null, or no list beside a count of 0. */
export const listAnswer = anything.transform((wire, context) => {
  if (Array.isArray(wire)) return { values: wire as unknown[], hasMore: false, count: null, counts: null, levels: [] };
  const { results, coins, ...rest } = (wire ?? {}) as Record<string, unknown>;
  const nested = isObject(results) ? results : {};
  const levels = levelsBeside([rest, nested]);
  const total = countOf(levels);
  const found = results ?? coins ?? (results === null || coins === null || total === 0 ? [] : undefined);
  const values = Array.isArray(found) ? found : (found as { products?: unknown } | undefined)?.products;
  if (Array.isArray(values)) {
    const page = { hasMore: isPart(levels), count: total, counts: counts.parse(rest.in_subcategories ?? null) };
    return { values: values as unknown[], ...page, levels };
  }
  context.addIssue({ code: "custom", message: "is no list" });
  return z.NEVER;
});

/** All items of an answer that is a list. */
export const wholeListOf = <Item extends z.ZodType>(item: Item) =>
  listing(
    listAnswer.transform(({ values }, context) => readItems(values, item, context)),
    item,
  );
