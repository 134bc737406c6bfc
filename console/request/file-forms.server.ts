import type { IncomingMessage } from "node:http";

import type { Request, RequestHandler } from "express";
import { z } from "zod";

import {
  MAX_BRAND_FORM_BYTES,
  MAX_FORM_BYTES,
  MAX_PICTURE_FORM_BYTES,
  MAX_STATEMENT_FORM_BYTES,
} from "#app/base/constants.ts";
import { sendPlain } from "#app/http/plain-answer.server.ts";
import { acceptFormsWithFiles, liftBodyTime, readBody, readBodyUpTo } from "#app/http/request-body.server.ts";
import { shopCookies } from "#app/session/cookies.server.ts";
import { Session } from "#app/session/session.server.ts";
import { readUpload } from "#app/uploads/upload.server.ts";

import { createStaffApi, type StaffConnections } from "../base/staff-api.server.ts";

type FileForm = { reads: "whole"; maxBytes: number } | { reads: "streamed" };

/** The forms with files, by their paths below the brand. */
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

/** The way to read a console form with a file: whole, or by its page as it arrives. Undefined for others. */
function fileFormOf({ method, url, headers }: IncomingMessage): FileForm | undefined {
  const path = /^\/brands\/[a-z0-9-]+\/([^?]+?)\/?(\?|$)/.exec(url!)?.[1];
  if (method !== "POST" || path === undefined) return undefined;
  const form = FILE_FORMS.find(([pattern]) => pattern.test(path))?.[1];
  return form?.reads === "streamed" && !MULTIPART.test(headers["content-type"] ?? "") ? undefined : form;
}

/** True if the API accepts the cookie's session, which anybody can make up; undefined without a clear answer. */
async function isFromMember(
  connections: StaffConnections,
  { site, headers, clientAddress: address, requestId }: Request,
) {
  const { tokens, device } = await Session.read(shopCookies(site), headers.cookie ?? null);
  if (tokens === null) return false;
  const api = createStaffApi(connections, tokens.accessToken, {
    address,
    requestId,
    userAgent: headers["user-agent"],
    device,
  });
  const me = await api.get("me", z.unknown());
  if (me.ok) return true;
  return me.error.kind === "status" && me.error.status === 401 ? false : undefined;
}

/**
 * Reads a form into `req.body`, or lets its page read it with `res.locals.readUpload`. Only members may send large or slow
 * bodies.
 */
const readFields =
  (connections: StaffConnections): RequestHandler =>
  async (req, res, next) => {
    const form = fileFormOf(req);
    // The check of a text browser's proof has already read the body.
    if (form === undefined || req.readableEnded) return readBody(req, res, next);
    // Each change requests a preview, and most previews are small.
    if (form.reads === "whole" && Number(req.headers["content-length"]) <= MAX_FORM_BYTES)
      return readBody(req, res, next);
    const isMember = await isFromMember(connections, req);
    // The body is not read, so the connection ends with the answer.
    if (isMember === undefined) return sendPlain(res, 503, UNAVAILABLE, { connection: "close" });
    if (!isMember) return readBody(req, res, next);
    liftBodyTime(req);
    if (form.reads === "whole") return readBodyUpTo(form.maxBytes)(req, res, next);
    res.locals.readUpload = () => readUpload(req);
    next();
  };

const UNAVAILABLE = "The server could not be reached. Nothing was changed; please go back and try again.";

const acceptTypes: RequestHandler = (req, res, next) =>
  res.locals.readUpload ? next() : acceptFormsWithFiles(req, res, next);

export const readFormBody = (connections: StaffConnections) => [readFields(connections), acceptTypes];
