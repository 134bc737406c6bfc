import compression from "compression";
import express, { type RequestHandler } from "express";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";

import { env } from "#app/base/env.server.ts";
import type { ConsoleModule } from "#app/console-module.ts";
import { serveAssets } from "#app/http/build/serve-assets.server.ts";
import { setCacheControl } from "#app/http/cache-control.server.ts";
import { refuseCrossSite } from "#app/http/cross-site.server.ts";
import { createExpressHandler } from "#app/http/react-router-handler.server.ts";
import { acceptKnownMethods } from "#app/http/request-body.server.ts";
import { readRouteHandles } from "#app/http/route-handles.server.ts";
import { setSecurityHeaders } from "#app/http/security-headers.server.ts";
import { sendError } from "#app/http/send-error.server.ts";
import { previewStyles } from "#app/preview/preview-styles.server.ts";
import * as contexts from "#app/request/context.ts";

import { TenantSchema } from "../config/brand/schema.ts";
import { previewContext, staffConnectionsContext, uploadContext } from "./base/context.server.ts";
import { createStaffConnections } from "./base/staff-api.server.ts";
import { readFormBody } from "./request/file-forms.server.ts";
import { operatorApi } from "./request/operator-api.server.ts";

/** A site beside the brands' sites: its requests, cookies and log lines name this id, which no brand can have. */
export const tenant = {
  ...TenantSchema.parse({ id: "console", hostnames: [env.CONSOLE_HOSTNAME] }),
  id: "_console",
} satisfies ConsoleModule["tenant"];

export const { loggedPath } = readRouteHandles(build);

/** Pages of the console may contain frames of the console, for previews of the shop. */
const allowOwnFrames: RequestHandler = (_req, res, next) => {
  const policy = res.getHeader("Content-Security-Policy");
  if (typeof policy === "string") res.setHeader("Content-Security-Policy", `${policy};frame-src 'self'`);
  next();
};

/** Express for the console's hostname. It caches no pages, because each page belongs to a member. */
export const createConsole: ConsoleModule["createConsole"] = ({ log, reports, preview }) => {
  const connections = createStaffConnections();
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", env.TRUST_PROXY);

  app.use((req, res, next) => {
    res.set("X-Robots-Tag", "noindex");
    req.log = log.child({ reqId: req.requestId, site: "console" });
    next();
  });
  app.use(setCacheControl);
  app.use(compression());
  app.use(setSecurityHeaders);
  app.use(allowOwnFrames);
  app.use(serveAssets("build/console/client"));
  // Before the guards of forms: its callers are programs with keys and without cookies.
  app.use("/api/v1", operatorApi(connections));
  app.use("/preview-styles", previewStyles());
  app.post("/csp-report", reports);
  app.use(acceptKnownMethods);
  app.use(refuseCrossSite(new Set()));
  app.use(readFormBody(connections));
  app.use(
    createExpressHandler(createRequestHandler(build, env.NODE_ENV), (req, res) => {
      const context = new RouterContextProvider();
      context.set(contexts.siteContext, req.site);
      context.set(contexts.logContext, req.log);
      context.set(contexts.nonceContext, res.locals.nonce);
      context.set(contexts.clientAddressContext, req.clientAddress);
      context.set(contexts.requestIdContext, req.requestId);
      context.set(contexts.documentContext, { isPrefetchOff: true });
      context.set(staffConnectionsContext, connections);
      context.set(previewContext, preview);
      context.set(uploadContext, res.locals.readUpload ?? null);
      return context;
    }),
  );
  app.use(sendError);
  return { listener: app, close: () => connections.close() };
};
