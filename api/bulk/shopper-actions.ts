import { disable, enable } from "../accounts/act-on-shopper.ts";
import { listShoppersById } from "../repositories/shoppers/records.ts";
import type { Shop } from "../shop/shop.ts";
import type { BulkAction, Look } from "./bulk-action.ts";

/** The list of shoppers, by their addresses or phones. */
export const shopperNames = async ({ db }: Shop, ids: string[]) =>
  (await listShoppersById(db.read, ids)).map(({ id, email, verified_phone: phone }) => ({
    id,
    name: email || (phone ?? id),
  }));

type Row = Awaited<ReturnType<typeof listShoppersById>>[number];

/** A row has no version: only its own state decides. */
const lookAt = async ({ db }: Shop, ids: string[], judge: (row: Row) => string | undefined): Promise<Look[]> =>
  (await listShoppersById(db.read, ids)).map((row) => ({ id: row.id, reason: judge(row) }));

const COMMON = { permission: "shoppers.act", needsCode: false, needsReason: true, changesCatalogue: false } as const;

export const disableShoppers: BulkAction = {
  ...COMMON,
  label: "Accounts disabled",
  look: (shop, ids) => lookAt(shop, ids, (row) => (row.disabled_at === null ? undefined : "is disabled already")),
  act: (call, { id }) => disable(call, id, call),
};

export const enableShoppers: BulkAction = {
  ...COMMON,
  label: "Accounts enabled",
  look: (shop, ids) =>
    lookAt(shop, ids, (row) => {
      if (row.erased_at !== null) return "was erased";
      return row.disabled_at === null ? "is not disabled" : undefined;
    }),
  act: (call, { id }) => enable(call, id, call),
};
