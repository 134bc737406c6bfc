import type { Request } from "express";
import { z } from "zod";

import { ApiError } from "../base/error.ts";
import type { JobKindName } from "../jobs/kinds.ts";
import { receiveFile } from "../jobs/receive-file.ts";
import type { Shop } from "../shop/shop.ts";
import { parseQuery, Text } from "./parse.ts";

/** The parts of a BrandCall. */
type Call = {
  shop: Shop;
  member: { email: string };
  req: Request;
  audit<T>(act: { act: string; subject: string; after: unknown }, run: () => Promise<T>): Promise<T>;
};

type Upload = {
  kind: JobKindName;
  /** The parameters of the job, in addition to the file. */
  Query: typeof FileQuery;
  maxBytes: number;
};

export const FileQuery = z.object({ name: Text(200).default("") });

/** Receives a file as the body, and starts a job that checks it. @throws ApiError if there is no file, or it cannot be used */
export async function receiveUpload({ shop, member, req, audit }: Call, upload: Upload) {
  if (!req.is("application/octet-stream")) throw new ApiError(415, "Send the file itself.");
  const { kind, Query, maxBytes } = upload;
  const input = parseQuery(Query, req);
  // The connection stays open, so that the sender gets an answer even if its file is not read to the end.
  const source = req.iterator({ destroyOnReturn: false });
  const job = await audit({ act: kind, subject: input.name, after: input }, () =>
    receiveFile(shop, { kind, input, maxBytes, askedBy: member.email, source }),
  );
  return { job: job.id };
}
