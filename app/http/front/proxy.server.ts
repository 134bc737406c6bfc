import type { IncomingMessage } from "node:http";

import { HSTS } from "../security-headers.server.ts";

export type IsTrustedProxy = (address: string, hop: number) => boolean;

/** Returns X-Forwarded-Proto if a trusted proxy sent it. */
export const forwardedProto = (req: IncomingMessage, isTrustedProxy: IsTrustedProxy) =>
  isTrustedProxy(req.socket.remoteAddress ?? "", 0) ? req.headers["x-forwarded-proto"] : undefined;

/** The headers of an answer that belongs to no brand: it goes by its connection. */
export const transportHeaders = (proto: string | string[] | undefined) => (proto === "https" ? HSTS : {});
