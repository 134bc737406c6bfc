import type { IncomingMessage } from "node:http";

import type { RequestHandler } from "express";

import { MAX_BRAND_FORM_BYTES, MAX_PICTURE_FORM_BYTES, MAX_STATEMENT_FORM_BYTES } from "#app/constants.ts";
import { acceptFormsWithFiles, liftBodyTime, readBody, readBodyUpTo } from "#app/http/request-body.server.ts";
import { shopCookies } from "#app/session/cookies.server.ts";
import { Session } from "#app/session/session.server.ts";
import { readUpload } from "#app/uploads/upload.server.ts";

type FileForm = { reads: "whole"; maxBytes: number } | { reads: "streamed" };

/** By their paths below the brand. */
const FILE_FORMS: [path: RegExp, FileForm][] = [
  [
    /^(new-product|products\/[^/]+|product-preview|brand\/pictures)$/,
    { reads: "whole", maxBytes: MAX_PICTURE_FORM_BYTES },
  ],
  [/^(brand\/[^/]+|preview)$/, { reads: "whole", maxBytes: MAX_BRAND_FORM_BYTES }],
  [/^payments\/statement$/, { reads: "whole", maxBytes: MAX_STATEMENT_FORM_BYTES }],
  [/^(stock|catalogue)\/import$/, { reads: "streamed" }],
];

const MULTIPART = /^multipart\/form-data\s*;/i;

/** How a form of the console with a file is read: whole, or by its page as it comes. Undefined for others. */
function fileFormOf({ method, url, headers }: IncomingMessage): FileForm | undefined {
  const path = /^\/brands\/[a-z0-9-]+\/([^?]+?)\/?(\?|$)/.exec(url!)?.[1];
  if (method !== "POST" || path === undefined) return undefined;
  const form = FILE_FORMS.find(([pattern]) => pattern.test(path))?.[1];
  return form?.reads === "streamed" && !MULTIPART.test(headers["content-type"] ?? "") ? undefined : form;
}

/**
 * Reads a form into `req.body`, or leaves it to its page with `res.locals.readUpload`. Only a member's browser may send
 * much and take its time; the API says later whether the session still holds.
 */
const readFields: RequestHandler = (req, res, next) => {
  const form = fileFormOf(req);
  // A proof that a text browser sent is in a body that was read already.
  if (form === undefined || req.readableEnded) return readBody(req, res, next);
  Session.read(shopCookies(req.site), req.headers.cookie ?? null).then(({ isSignedIn }) => {
    if (!isSignedIn) return readBody(req, res, next);
    liftBodyTime(req);
    if (form.reads === "whole") return readBodyUpTo(form.maxBytes)(req, res, next);
    res.locals.readUpload = () => readUpload(req);
    next();
  }, next);
};

const acceptTypes: RequestHandler = (req, res, next) =>
  res.locals.readUpload ? next() : acceptFormsWithFiles(req, res, next);

export const readFormBody = [readFields, acceptTypes];
