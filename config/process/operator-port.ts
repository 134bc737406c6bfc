import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

import type { Readiness } from "./readiness.ts";

type Answers = {
  metrics: RequestListener;
  readReadiness: Readiness["read"];
  /** True if a proxy may get a certificate for this name, in lower case. Absent: the program serves no names. */
  isKnownHostname?(hostname: string): boolean;
};

type Place = { METRICS_PORT?: number; METRICS_HOST: string };

/**
 * Opens METRICS_PORT for the operator's tools: /metrics, /healthz, /readyz, and the storefront's /known-hostname. No
 * brand's hostname leads there. Without the setting it opens nothing.
 * @throws when the port cannot be used
 */
export async function openOperatorPort({ METRICS_PORT, METRICS_HOST }: Place, answers: Answers) {
  if (!METRICS_PORT) return;
  const server = createServer(answerOperator(answers));
  server.listen(METRICS_PORT, METRICS_HOST).unref();
  try {
    await once(server, "listening");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "EADDRINUSE" ? "another program listens there: stop it, or set METRICS_PORT" : message;
    throw new Error(`METRICS_PORT: ${METRICS_HOST}:${METRICS_PORT} cannot be used: ${reason}`);
  }
}

function answerOperator({ metrics, readReadiness, isKnownHostname }: Answers): RequestListener {
  return (req, res) => {
    const answer = (status: number, text: string) =>
      res.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }).end(text);
    const { pathname, searchParams } = URL.parse(req.url ?? "", "http://operator") ?? new URL("http://operator");
    if (pathname === "/healthz") return void answer(200, "ok\n");
    if (pathname === "/readyz") {
      const { isReady, text } = readReadiness();
      return void answer(isReady ? 200 : 503, `${text}\n`);
    }
    // The query of Caddy's on-demand TLS: 200 lets it get a certificate.
    if (pathname === "/known-hostname" && isKnownHostname !== undefined) {
      const isKnown = isKnownHostname((searchParams.get("domain") ?? "").toLowerCase());
      return void answer(isKnown ? 200 : 404, isKnown ? "known\n" : "unknown\n");
    }
    metrics(req, res);
  };
}
