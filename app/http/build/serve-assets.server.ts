import { type ErrorRequestHandler, type RequestHandler, Router } from "express";
import expressStaticGzip from "express-static-gzip";

/** Route discovery's answer names every route to everybody, immutable for a year; no page needs it. */
const refuseRouteDiscovery: RequestHandler = (_req, _res, next) => next({ status: 404 });

/** An error's page is not compressed as the file would have been. */
const forgetEncoding: ErrorRequestHandler = (error, _req, res, next) => {
  res.removeHeader("Content-Encoding");
  next(error);
};

/** The files of one app's build for browsers, such as "build/client", with the copies that the build has compressed. */
export const serveAssets = (client: string) => [
  Router().use("/__manifest", refuseRouteDiscovery),
  Router().use(
    "/assets",
    expressStaticGzip(`${client}/assets`, {
      enableBrotli: true,
      index: false,
      orderPreference: ["br"],
      serveStatic: { immutable: true, maxAge: "1y", fallthrough: false },
    }),
    forgetEncoding,
  ),
];
