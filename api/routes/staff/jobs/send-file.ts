import { notFound } from "../../../base/error.ts";
import { sendCsvFile } from "../../../http/send-csv.ts";
import { fileUntil, isExport, readFile } from "../../../jobs/export-job.ts";
import type { JobRow } from "../../../repositories/jobs/jobs.ts";
import { type BrandCall, maySeePeople } from "../../brand-route.ts";
import { ORDER_LIST } from "../exports/export-orders.ts";
import { SHOPPER_LIST } from "../exports/export-shoppers.ts";
import { noteDownload } from "../exports/long-lists.ts";

/** Sends the file that a job has written, in the same way as the list's own download. @throws ApiError 404 if there is none */
export async function sendFile(call: BrandCall, job: JobRow) {
  if (!isExport(job) || fileUntil(call.shop, job) === null) throw notFound();
  const input = JSON.parse(job.input) as { is_masked?: boolean };
  // The member who started the export may have had more rights to personal data.
  if (input.is_masked !== true && !maySeePeople(call)) throw notFound();
  const list = job.kind === "orders.export" ? ORDER_LIST : SHOPPER_LIST;
  const { shop, res } = call;
  await call.audit(noteDownload(list, input), () =>
    sendCsvFile(res, `${list.things}-${shop.tenant.id}`, readFile(shop, job)),
  );
}
