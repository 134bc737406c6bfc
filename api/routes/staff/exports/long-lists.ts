import { ApiError } from "../../../base/error.ts";
import { type ListFile, listRows } from "../../../exports/list-file.ts";
import { sendCsv } from "../../../http/send-csv.ts";
import { type ExportInput, startExport } from "../../../jobs/export-job.ts";
import type { BrandCall } from "../../brand-route.ts";

/** A job writes the file of a longer list, so that a broken connection does not repeat all the work. */
const MOST_AT_ONCE = 10_000;

/** A list that is sent at once or written by a job. */
export type LongList<Kind extends keyof ExportInput> = {
  kind: Kind;
  /** The noun for its rows, such as "orders". */
  things: string;
  file: ListFile<ExportInput[Kind]>;
  /** The names of the actions in the audit. */
  acts: { download: string; prepare: string };
};

/** A filter without the search text, which may be an address. The audit stores it in this form, because it is never erased. */
export const hideSearch = (query: object) => ({ ...query, ...("q" in query && { q: query.q && "…" }) });

/** The entry of the audit for a download of this list. */
export const noteDownload = (
  { things, acts }: Pick<LongList<keyof ExportInput>, "things" | "acts">,
  query: object,
) => ({ act: acts.download, subject: things, after: hideSearch(query) });

/** Sends the whole filtered list as CSV. @throws ApiError 409 for one that is too long for that */
export async function sendList<Kind extends keyof ExportInput>(
  call: BrandCall,
  list: LongList<Kind>,
  query: ExportInput[Kind],
) {
  const { shop, res } = call;
  const { file, things } = list;
  const opened = await file.open(shop, query);
  if (await opened.isLonger(MOST_AT_ONCE)) {
    const text = `This list has more than ${MOST_AT_ONCE} ${things}. Its file is prepared by a job.`;
    throw new ApiError(409, text, undefined, "too_long");
  }
  await call.audit(noteDownload(list, query), () =>
    sendCsv(res, `${things}-${shop.tenant.id}`, listRows(file, opened)),
  );
}

/** Starts the job that writes a list which is too long to be sent at once. @throws ApiError 409 for a shorter one */
export async function prepareList<Kind extends keyof ExportInput>(
  call: BrandCall,
  { kind, things, file, acts }: LongList<Kind>,
  input: ExportInput[Kind],
) {
  const { shop, member, audit } = call;
  // Otherwise jobs would store searches for single people.
  if (!(await (await file.open(shop, input)).isLonger(MOST_AT_ONCE)))
    throw new ApiError(409, "This list is short enough to be downloaded at once.");
  const act = { act: acts.prepare, subject: things, after: hideSearch(input) };
  return { job: await audit(act, () => startExport(shop, { kind, input, askedBy: member.email })) };
}
