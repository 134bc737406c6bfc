import { z } from "zod";

import { inIndia, toDecimal, toTime } from "../../../domain/files/csv-lines.ts";
import { shopperFile } from "../../../exports/shopper-file.ts";
import { everyRow } from "../../../http/every-row.ts";
import { parseQuery } from "../../../http/parse.ts";
import { SearchText } from "../../../http/search-text.ts";
import { sendCsv } from "../../../http/send-csv.ts";
import { listWaitingGrants } from "../../../repositories/coins/coin-grants.ts";
import { SHOPPER_SORTS } from "../../../repositories/shoppers/search.ts";
import type { Shop } from "../../../shop/shop.ts";
import type { BrandCall, BrandRoute } from "../../brand-route.ts";
import { type LongList, prepareList, sendList } from "./long-lists.ts";

export const ShopperFilter = z.object({
  q: SearchText.default(""),
  state: z.enum(["disabled", "unverified"]).optional(),
  sort: z.enum(SHOPPER_SORTS).default("-created"),
});

export const SHOPPER_LIST: LongList<"shoppers.export"> = {
  kind: "shoppers.export",
  things: "shoppers",
  file: shopperFile,
  acts: { download: "shopper.export", prepare: "shopper.prepare-export" },
};

/** The whole filtered list as a file. */
export const shopperFiles: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/shoppers.csv",
    permission: "shoppers.export",
    needsCode: true,
    handle: (call) => sendList(call, SHOPPER_LIST, parseQuery(ShopperFilter, call.req)),
  },
  {
    method: "post",
    path: "/shoppers/export",
    permission: "shoppers.export",
    needsCode: true,
    handle: (call) => prepareList(call, SHOPPER_LIST, parseQuery(ShopperFilter, call.req)),
  },
];

/** Sends all coins that wait for a second member as CSV, oldest first. */
export const exportGrants = ({ shop, res }: BrandCall) =>
  sendCsv(res, `coin-grants-${shop.tenant.id}`, listGrantRows(shop));

async function* listGrantRows({ db }: Shop) {
  yield [inIndia("asked_at"), "asked_by", "email", "name", "coins", "reason"];
  const grants = everyRow(
    (page) => listWaitingGrants(db.read, page),
    ({ asked_at, id }) => ({ value: asked_at, id }),
  );
  for await (const { asked_at, asked_by, email, username, amount, reason } of grants)
    yield [toTime(asked_at), asked_by, email, username, toDecimal(amount), reason];
}
