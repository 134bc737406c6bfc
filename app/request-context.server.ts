import type { Request, Response } from "express";
import { RouterContextProvider } from "react-router";

import * as contexts from "./request/context.ts";
import type { Services } from "./services.server.ts";

type Asked = Pick<Request, "site" | "log" | "clientAddress" | "requestId" | "languageChoice"> & { nonce?: string };

/** Makes the context of loaders and actions (context.ts). */
export function createContext({ backends, pictures }: Pick<Services, "backends" | "pictures">, asked: Asked) {
  const context = new RouterContextProvider();
  context.set(contexts.siteContext, asked.site);
  context.set(contexts.picturesContext, pictures);
  context.set(contexts.backendContext, backends.of(asked.site.tenant));
  context.set(contexts.logContext, asked.log);
  context.set(contexts.nonceContext, asked.nonce);
  context.set(contexts.clientAddressContext, asked.clientAddress);
  context.set(contexts.languageChoiceContext, asked.languageChoice);
  context.set(contexts.requestIdContext, asked.requestId);
  context.set(contexts.documentContext, {});
  return context;
}

/** Makes the contexts of Express's requests. */
export const contextsFor =
  (services: Services) =>
  ({ site, log, clientAddress, requestId, languageChoice }: Request, { locals }: Response) =>
    createContext(services, { site, log, nonce: locals.nonce, clientAddress, requestId, languageChoice });
