import { exportCatalogue } from "../../catalogue/export-catalogue.ts";
import { writeTable } from "../../domain/files/catalogue-table.ts";
import { FileQuery, receiveUpload } from "../../http/receive-upload.ts";
import { sendCsv } from "../../http/send-csv.ts";
import { MOST_BYTES } from "../../limits/file-sizes.ts";
import type { BrandRoute } from "../brand-route.ts";

/** The whole catalogue as a file, and files that are merged into it. */
export const catalogueFileRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/catalogue/csv",
    permission: "catalogue.read",
    async handle({ shop, res }) {
      await sendCsv(res, `catalogue-${shop.tenant.id}`, writeTable(await exportCatalogue(shop), shop.tenant));
    },
  },
  {
    method: "get",
    path: "/catalogue/json",
    permission: "catalogue.read",
    async handle({ shop, res }) {
      const catalogue = await exportCatalogue(shop);
      res.attachment(`catalogue-${shop.tenant.id}.json`).json(catalogue);
    },
  },
  {
    method: "post",
    path: "/catalogue/imports",
    permission: "catalogue.edit",
    handle: (call) =>
      receiveUpload(call, { kind: "catalogue.check", Query: FileQuery, maxBytes: MOST_BYTES.catalogue }),
  },
];
