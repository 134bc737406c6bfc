import { z } from "zod";

import { BULK_NAMES, bulkAction, type BulkName, listOf } from "../../../bulk/bulk-actions.ts";
import { parse, parseBody, Text } from "../../../http/parse.ts";
import { checkBulk } from "../../../jobs/ask-for-bulk.ts";
import type { BrandCall, BrandRoute } from "../../brand-route.ts";
import { FIND_IDS, toRows } from "./find-ids.ts";

/** Ticked rows of one page; or `all` that match the filter in the query. */
const RowsBody = z.object({
  ids: z.array(Text(64)).max(1_000).default([]),
  all: z.boolean().default(false),
  values: z.unknown().optional(),
});

/** Each bulk action begins with a check, which a member confirms on its page. It needs the permission of the single action. */
export const bulkRoutes: readonly BrandRoute[] = BULK_NAMES.map((name) => ({
  method: "post",
  path: `/bulk/${name.replace(".", "/")}` as const,
  permission: bulkAction(name).permission,
  handle: (call) => check(call, name),
}));

async function check(call: BrandCall, name: BulkName) {
  const { shop, member, req } = call;
  const { ids: ticked, all, values: typed } = parseBody(RowsBody, req);
  const { Values } = bulkAction(name);
  const values = Values === undefined ? {} : parse(Values, typed ?? {});
  const list = listOf(name);
  const ids = await toRows(call, list, all ? await FIND_IDS[list](call) : ticked);
  // The filter may hold a person's address, so the entry counts the rows only.
  const act = { act: `${name}.check`, subject: list, after: { rows: ids.length, ...values } };
  return { job: await call.audit(act, () => checkBulk(shop, { name, ids, values, askedBy: member.email })) };
}
