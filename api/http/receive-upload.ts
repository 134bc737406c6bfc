import type { Request } from "express";
import { z } from "zod";

import { ApiError } from "../error.ts";
import type { JobKindName } from "../jobs/kinds.ts";
import { receiveFile } from "../jobs/receive-file.ts";
import type { Shop } from "../shop.ts";
import { parseQuery, Text } from "./parse.ts";

/** As BrandCall has it. */
type Call = {
  shop: Shop;
  member: { email: string };
  req: Request;
  audit<T>(act: { act: string; subject: string; after: unknown }, run: () => Promise<T>): Promise<T>;
};

type Upload = {
  kind: JobKindName;
  /** What the job is told beside the file. */
  Query: typeof FileQuery;
  maxBytes: number;
  /** What is wrong with a file that begins so. */
  findProblem?(start: Buffer): string | undefined;
};

export const FileQuery = z.object({ name: Text(200).default("") });

/** Takes a body that is a file, and starts a job that checks it. @throws ApiError when there is none, or it is of no use */
export async function receiveUpload({ shop, member, req, audit }: Call, upload: Upload) {
  if (!req.is("application/octet-stream")) throw new ApiError(415, "Send the file itself.");
  const { kind, Query, maxBytes, findProblem = () => undefined } = upload;
  const input = parseQuery(Query, req);
  // The connection stays open, so that an answer comes also to a file that is not read to its end.
  const source = req.iterator({ destroyOnReturn: false });
  const job = await audit({ act: kind, subject: input.name, after: input }, () =>
    receiveFile(shop, { ...{ kind, input, maxBytes, findProblem }, askedBy: member.email, source }),
  );
  return { job: job.id };
}

/** What is wrong with a file that should be text. */
export const findBinary = (start: Buffer) =>
  start.includes(0) || start.subarray(0, 2).toString("latin1") === "PK"
    ? "This is not a CSV file. Save the sheet as CSV (UTF-8) first."
    : undefined;
