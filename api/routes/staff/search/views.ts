import { z } from "zod";

import { ApiError } from "../../../base/error.ts";
import { randomId } from "../../../domain/tokens.ts";
import { parse, parseBody, Text } from "../../../http/parse.ts";
import {
  deleteView,
  findColumns,
  listViews,
  saveView,
  setColumns,
  VIEWED_LISTS,
  type ViewedList,
} from "../../../repositories/views/views.ts";
import type { BrandCall, BrandRoute } from "../../brand-route.ts";

const MOST_VIEWS = 30;
const MOST_COLUMNS = 30;

const View = z.object({
  name: Text(40)
    .trim()
    .refine((name) => name !== "", { error: "must have a name" }),
  query: Text(500).transform(withoutSearch),
});
const Columns = z.object({ columns: z.array(Text(40)).max(MOST_COLUMNS) });

/** A searched text may be an address, which nothing would erase from a view. */
function withoutSearch(query: string): string {
  const filters = new URLSearchParams(query);
  for (const name of ["q", "after"]) filters.delete(name);
  return filters.toString();
}

/** Named filters and chosen columns of a member, for each list. They are the member's alone, and no entry of the audit. */
export const viewRoutes: readonly BrandRoute[] = VIEWED_LISTS.flatMap((list) => {
  const permission = `${list}.read` as const;
  const placeOf = ({ member }: BrandCall) => ({ memberId: member.id, list });
  return [
    {
      method: "get",
      path: `/views/${list}`,
      permission,
      handle: async (call: BrandCall) => readViews(call, list),
    },
    {
      method: "post",
      path: `/views/${list}`,
      permission,
      async handle(call: BrandCall) {
        const { name, query } = parseBody(View, call.req);
        const { db, clock } = call.shop;
        await db.transaction(async (tx) => {
          const views = await listViews(tx, placeOf(call));
          if (views.length >= MOST_VIEWS && !views.some((view) => view.name === name))
            throw new ApiError(409, `A list has at most ${MOST_VIEWS} views. Delete one first.`);
          await saveView(tx, { ...placeOf(call), id: randomId(), name, query, now: clock.now() });
        });
        return readViews(call, list);
      },
    },
    {
      method: "post",
      path: `/views/${list}/:view/delete`,
      permission,
      async handle(call: BrandCall) {
        const id = parse(Text(64), call.req.params.view);
        await call.shop.db.transaction((tx) => deleteView(tx, placeOf(call), id));
        return readViews(call, list);
      },
    },
    {
      method: "post",
      path: `/columns/${list}`,
      permission,
      async handle(call: BrandCall) {
        const { columns } = parseBody(Columns, call.req);
        await call.shop.db.transaction((tx) => setColumns(tx, placeOf(call), columns));
        return readViews(call, list);
      },
    },
  ] satisfies BrandRoute[];
});

async function readViews({ shop, member }: BrandCall, list: ViewedList) {
  const place = { memberId: member.id, list };
  return { views: await listViews(shop.db.read, place), columns: await findColumns(shop.db.read, place) };
}
