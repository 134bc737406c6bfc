import { BULK_KINDS } from "./bulk-job.ts";
import { checkCatalogue, mergeCheckedCatalogue } from "./catalogue-job.ts";
import { writeOrders, writeShoppers } from "./export-job.ts";
import type { JobKind } from "./job-kind.ts";
import { addCheckedStock, checkStock } from "./stock-import.ts";
import { applySuppliers, checkSuppliers } from "./supplier-job.ts";
import { undoCatalogue } from "./undo-catalogue-import.ts";
import { withdrawStock } from "./withdraw-import.ts";

export const JOB_KINDS = {
  "stock.check": checkStock,
  "stock.import": addCheckedStock,
  "stock.withdraw": withdrawStock,
  "catalogue.check": checkCatalogue,
  "catalogue.import": mergeCheckedCatalogue,
  "catalogue.undo": undoCatalogue,
  "suppliers.check": checkSuppliers,
  "suppliers.apply": applySuppliers,
  "orders.export": writeOrders,
  "shoppers.export": writeShoppers,
  ...BULK_KINDS,
} as const satisfies Record<string, JobKind>;

export type JobKindName = keyof typeof JOB_KINDS;

export const JOB_KIND_NAMES = Object.keys(JOB_KINDS) as JobKindName[];

/** The kind of a stored job. */
export const kindOf = ({ kind }: { kind: string }): JobKind => JOB_KINDS[kind as JobKindName];
