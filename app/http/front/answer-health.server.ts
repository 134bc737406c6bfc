import type { Readiness } from "../../../config/process/readiness.ts";
import { sendPlain } from "../plain-answer.server.ts";
import { forwardedProto, type IsTrustedProxy, transportHeaders } from "./proxy.server.ts";
import type { Step } from "./step.ts";

/** Answers /healthz (the process lives) and /readyz (it accepts requests), at any hostname. */
export const answerHealth =
  (readReadiness: Readiness["read"], isTrustedProxy: IsTrustedProxy): Step =>
  (next) =>
  (req, res) => {
    const { url } = req;
    if (url !== "/healthz" && url !== "/readyz") return next(req, res);
    const headers = transportHeaders(forwardedProto(req, isTrustedProxy));
    if (url === "/healthz") return sendPlain(res, 200, "ok", headers);
    const { isReady, text } = readReadiness();
    sendPlain(res, isReady ? 200 : 503, text, headers);
  };
