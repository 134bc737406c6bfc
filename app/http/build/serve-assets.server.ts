import express, { type RequestHandler, Router } from "express";

/** Route discovery's answer names every route to everybody, immutable for a year; no page needs it. */
const refuseRouteDiscovery: RequestHandler = (_req, _res, next) => next({ status: 404 });

/** The files of one app's build for browsers, such as "build/client". */
export const serveAssets = (client: string): RequestHandler[] => [
  Router().use("/__manifest", refuseRouteDiscovery),
  Router().use("/assets", express.static(`${client}/assets`, { immutable: true, maxAge: "1y", fallthrough: false })),
];
