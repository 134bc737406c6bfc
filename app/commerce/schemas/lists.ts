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

/** Common names for the next page's address or existence; also in camel case. */
const NEXT = ["next", "next_page", "next_page_url", "next_cursor", "has_more", "has_next", "has_next_page"];
const COUNTS = ["count", "total_count", "total_items", "total_results"];
/** Objects beside a list that may contain the same fields. */
const BESIDE = ["pagination", "meta", "links", "_links", "page_info", "paging"];
/** Fields of pages. Beside one of them, `total` counts items; elsewhere it may be money. */
const PAGE_FIELDS = ["page", "current_page", "per_page", "page_size", "limit", "offset", "total_pages", "last_page"];

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of an object, or the links of a list such as `[{ "rel": "next", "href": "/cart/?page=2" }]`, in snake case. */
function readFields(level: unknown): Fields {
  const links = Array.isArray(level) ? level.filter(isObject).map(({ rel, href }) => [rel, href]) : null;
  const entries = links ?? Object.entries(isObject(level) ? level : {});
  return Object.fromEntries(entries.map(([name, value]) => [snakeCase(String(name)), value]));
}

/** The fields beside a list that may contain its total length. An outer field wins. */
function fieldsBeside(...levels: Fields[]): Fields {
  const outer = levels.map(readFields);
  const inner = outer.flatMap((level) => BESIDE.map((name) => readFields(level[name])));
  const counted = inner.map(({ total, ...fields }) =>
    PAGE_FIELDS.some((name) => name in fields) ? { total_count: total, ...fields } : fields,
  );
  return Object.assign({}, ...[...outer, ...counted].toReversed()) as Fields;
}

/** True if there is a page after this one. */
function isPart(fields: Fields): boolean {
  const pages = Number(fields.total_pages ?? fields.last_page ?? fields.page_count ?? 1);
  return NEXT.some((name) => isThere(fields[name])) || pages > Number(fields.current_page ?? fields.page ?? 1);
}

const isThere = (value: unknown) => value !== null && value !== undefined && value !== false && value !== "";

/** Products that match in each subcategory, by its id; null if the backend does not count them. */
const counts = z
  .array(z.object({ id, count: z.int().min(0) }))
  .transform((list) => new Map(list.map(({ id, count }) => [id, count])))
  .nullable()
  .catch(null);

/** A list, or a page of one. Also accepts `results.products`, `coins`, null, or no list beside a count of 0. */
export const listAnswer = anything.transform((wire, context) => {
  if (Array.isArray(wire)) return { values: wire as unknown[], hasMore: false, count: null, counts: null };
  const { results, coins, ...rest } = (wire ?? {}) as Record<string, unknown>;
  const nested = isObject(results) ? results : {};
  const beside = fieldsBeside(rest, nested);
  const total = count.parse(COUNTS.map((name) => beside[name]).find((value) => value !== undefined) ?? null);
  const found = results ?? coins ?? (results === null || coins === null || total === 0 ? [] : undefined);
  const values = Array.isArray(found) ? found : (found as { products?: unknown } | undefined)?.products;
  if (Array.isArray(values)) {
    const page = { hasMore: isPart(beside), count: total, counts: counts.parse(rest.in_subcategories ?? null) };
    return { values: values as unknown[], ...page };
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
