import type { IncomingMessage } from "node:http";
import type { Writable } from "node:stream";

import type { Logger } from "pino";
import { createContext, type RouterContextProvider } from "react-router";

import type { CommerceBackend } from "#app/commerce/backend.server.ts";
import type { CommerceClient } from "#app/commerce/client.server.ts";
import type { Session } from "#app/session/session.server.ts";
import type { Visitor } from "#app/session/visitor.server.ts";
import type { BrandPictures } from "#app/tenant/pictures.server.ts";
import type { Site } from "#app/tenant/site.server.ts";

/** Set by request-context.server.ts, before any middleware runs. */
export const siteContext = createContext<Site>();
export const picturesContext = createContext<BrandPictures>();
export const backendContext = createContext<CommerceBackend>();
export const logContext = createContext<Logger>();
/** The secret of the shell to render (app/http/page-shell.server.tsx), null for a visitor's own page. */
export const shellContext = createContext<string | null>(null);
/** Undefined in development and on cached pages: a nonce must not be used twice. */
export const nonceContext = createContext<string | undefined>();
/** Null if the shopper has chosen no language in this browser (incoming-message.d.ts). */
export const languageChoiceContext = createContext<IncomingMessage["languageChoice"] | null>(null);
export const clientAddressContext = createContext<string>();
export const requestIdContext = createContext<string>();
/** entry.server.tsx puts the page here, whole or as a function that pipes it; nameRoute puts the route's pattern here. */
export const documentContext = createContext<{
  html?: Buffer;
  /** The answer of a route that is called directly. */
  text?: string;
  pipe?: (to: Writable) => void;
  hasFailedPart?: boolean;
  isForVisitors?: boolean;
  routePattern?: string;
  /** Browsers get no rules for loading other pages early. */
  isPrefetchOff?: boolean;
}>();

/** Keeps a page out of the page cache: a call failed, and the next rendering may be better. */
export const doNotKeep = (context: Readonly<RouterContextProvider>) =>
  void (context.get(documentContext).hasFailedPart = true);

/** Set by the middleware holdVisit (middleware.server.ts). */
export const sessionContext = createContext<Session>();
export const commerceContext = createContext<CommerceClient>();

/** Set by the middleware readVisitor. Resource routes do not have it. */
export const visitorContext = createContext<Visitor>();
