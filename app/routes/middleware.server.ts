import type { MiddlewareFunction } from "react-router";

import { redirectForScripts } from "#app/http/redirect-for-scripts.ts";
import { allowedInsteadOf } from "#app/http/safe-methods.ts";
import { addFormProof, needsFormProof } from "#app/session/form-proof.server.ts";

import * as contexts from "../request/context.ts";
import { meetVisitor } from "../request/meet-visitor.server.ts";
import { openVisit, sealVisit } from "../request/visit.server.ts";

type Middleware = MiddlewareFunction<Response>;

export const nameRoute: Middleware = ({ context, pattern }) => {
  context.get(contexts.documentContext).routePattern = `/${pattern}`;
};

/** Redirects the shop's own scripts in the form that they understand. */
export const redirectScripts: Middleware = async ({ request }, next) => redirectForScripts(request, await next());

/** Opens the visit (visit.server.ts), and sends its changes with the answer. */
export const holdVisit: Middleware = async ({ request, context }, next) => {
  await openVisit(context, request);
  const response = await next();
  for (const cookie of await sealVisit(context)) response.headers.append("Set-Cookie", cookie);
  return response;
};

/** Names the allowed methods in an answer 405. */
export const nameMethods: Middleware = async ({ request }, next) => {
  const response = await next();
  if (response.status === 405) response.headers.set("Allow", allowedInsteadOf(request.method));
  return response;
};

/** Adds a proof to the page's forms, for browsers that do not name the origin of a form. */
export const proveForms: Middleware = async ({ request, context }, next) => {
  const response = await next();
  const document = context.get(contexts.documentContext);
  if (document.html && needsFormProof((name) => request.headers.has(name))) {
    const session = context.get(contexts.sessionContext);
    document.html = addFormProof(document.html, session, context.get(contexts.siteContext));
  }
  return response;
};

/** Reads the shopper before any loader runs: a token refresh must set its cookies before the first byte. */
export const readVisitor: Middleware = ({ context }) => meetVisitor(context);
