import type { NextFunction, Request, RequestHandler, Response } from "express";
import type { RouterContextProvider } from "react-router";

import type { CommerceBackends } from "#app/commerce/backend.server.ts";
import type { CommerceClient } from "#app/commerce/client.server.ts";
import { commerceContext } from "#app/request/context.ts";
import { meetVisitor } from "#app/request/meet-visitor.server.ts";
import { openVisit, sealVisit } from "#app/request/visit.server.ts";
import type { Personal } from "#app/ui/frame/personal-parts.tsx";

import { inLanguage } from "../../config/language/current.ts";
import { abortOnClose } from "./abort-on-close.server.ts";
import { hasOwnCookie } from "./cache-control.server.ts";
import { type CachedPage, sendFilledPage } from "./cached-page.server.ts";

type PersonalPageOptions = {
  backends: Pick<CommerceBackends, "of">;
  /** The cached page for a request, or null. */
  find(req: Request): CachedPage | null;
  getContext(req: Request, res: Response): RouterContextProvider;
  loadPersonal(context: RouterContextProvider, cart: ReturnType<CommerceClient["getCart"]> | null): Promise<Personal>;
};

/**
 * Answers visitors with cookies: fills the placeholders of a cached page with their own parts. Only for brands whose catalogue is
 * the same for all shoppers.
 */
export function answerPersonalPages({ backends, find, getContext, loadPersonal }: PersonalPageOptions): RequestHandler {
  return (req, res, next) => inLanguage(req.language, () => answer(req, res, next));

  async function answer(req: Request, res: Response, next: NextFunction) {
    // The page cache has answered visitors without cookies.
    const isFor = hasOwnCookie(req.headers.cookie) && backends.of(req.site.tenant).isCatalogueShared;
    const page = isFor ? find(req) : null;
    if (!page) return next();
    const context = getContext(req, res);
    const headers = { get: (name: string) => req.get(name) ?? null };
    const session = await openVisit(context, { headers, signal: abortOnClose(res) });
    const commerce = context.get(commerceContext);
    // Sent beside the call for the user, so that the page waits for a slow backend once.
    const cart = session.isSignedIn && !req.site.tenant.features.cartCount ? commerce.getCart() : null;
    await meetVisitor(context);
    const personal = await loadPersonal(context, cart);
    req.routePattern = req.path;
    for (const cookie of await sealVisit(context)) res.appendHeader("Set-Cookie", cookie);
    sendFilledPage(req, res, page, personal);
  }
}
