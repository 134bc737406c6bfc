import type { Request, RequestHandler } from "express";
import type { Logger } from "pino";
import { type Options, pinoHttp } from "pino-http";

/** The path, without the token of an invitation. */
const withoutSecrets = (url: string) => url.split("?")[0]!.replace(/^(\/_staff\/invitations\/).*/i, "$1…");

const optionsOf = (logger: Logger): Options => ({
  logger,
  customLogLevel: (_req, { statusCode }) => (statusCode >= 500 && statusCode !== 503 ? "error" : "debug"),
  customSuccessObject: ({ id }, _res, { res, responseTime }) => ({ reqId: id, res, responseTime }),
  customErrorObject: ({ id }, _res, _error, { res, responseTime }) => ({ reqId: id, res, responseTime }),
  wrapSerializers: false,
  serializers: {
    req: ({ method, originalUrl }: Request) => ({ method, url: withoutSecrets(originalUrl) }),
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
  },
});

/**
 * Logs one line for each request, at debug level unless it failed. 503 stays at debug level, because `request failed`
 * reports it once a minute. The line omits headers, because they hold tokens.
 */
export const logRequests = (log: Logger): RequestHandler => pinoHttp(optionsOf(log));
