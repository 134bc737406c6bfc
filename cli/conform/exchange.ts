import { Agent, FormData, request } from "undici";

import { readLimited } from "../../app/commerce/answer-body.ts";
import { type ContractCall, LIMITS } from "../../app/commerce/contract.ts";

export type Sent = { query?: Record<string, string>; body?: Record<string, unknown>; token?: string };

/** An answer with its body as JSON (undefined for none), or the reason why the storefront could not read it. */
export type Exchange = { status: number | null; ms: number } & (
  { json: unknown; problem?: undefined } | { problem: string; isUnreachable: boolean }
);

/**
 * Makes the contract's calls like the storefront, with its headers, deadlines and limits. Does not follow redirects.
 */
export function createExchange(baseUrl: string) {
  const base = new URL(baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`);
  const dispatcher = new Agent({ connect: { timeout: LIMITS.readMs } });

  async function exchange(call: ContractCall, { query = {}, body, token }: Sent): Promise<Exchange> {
    const deadlineMs = call.method === "GET" ? LIMITS.readMs : LIMITS.changeMs;
    const url = new URL(call.path.slice(1), base);
    url.search = String(new URLSearchParams(query));
    const startedAt = performance.now();
    const elapsed = () => Math.round(performance.now() - startedAt);
    try {
      const answer = await request(url, {
        dispatcher,
        method: call.method,
        signal: AbortSignal.timeout(deadlineMs),
        headers: {
          accept: "application/json",
          ...(body && !call.isForm && { "content-type": "application/json" }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: body === undefined ? null : call.isForm ? toForm(body) : JSON.stringify(body),
      });
      const text = await readLimited(answer.body);
      const status = answer.statusCode;
      const type = String(answer.headers["content-type"] ?? "no content type");
      return { status, ms: elapsed(), ...readJson(text, status, type) };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return { status: null, ms: elapsed(), problem: explain(error, url, deadlineMs), isUnreachable: true };
    }
  }

  return { exchange, close: () => dispatcher.close() };
}

function readJson(text: string | null, status: number, type: string) {
  const refuse = (problem: string) => ({ problem, isUnreachable: false });
  if (text === null) return refuse(`the answer is larger than ${LIMITS.answerBytes / 1024 / 1024} MB`);
  if (status >= 300 && status < 400) return refuse(`answers ${status}: redirects are not followed`);
  if (text.trim() === "") return { json: undefined };
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    const what = /html/i.test(type) || /^\s*</.test(text) ? "HTML" : `not JSON (${type})`;
    return refuse(`answers ${status} with ${what} instead of JSON`);
  }
}

function toForm(body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  return form;
}

function explain(error: NodeJS.ErrnoException, url: URL, deadlineMs: number): string {
  // If several addresses refuse, Node throws one AggregateError.
  const code = error.code ?? (error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException).code : "");
  if (error.name === "TimeoutError") return `no answer within ${deadlineMs / 1000} s`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `DNS does not know ${url.hostname} (${code})`;
  if (code === "ECONNREFUSED") return `nothing listens at ${url.host}`;
  if (code === "UND_ERR_CONNECT_TIMEOUT") return `no connection to ${url.host} within ${LIMITS.readMs / 1000} s`;
  if (/SSL|EPROTO/.test(code ?? "")) return `${url.host} does not speak TLS (${code})`;
  if (/CERT|SELF_SIGNED|ISSUER|TLS|SIGNATURE/.test(code ?? "")) {
    return `the TLS certificate of ${url.host} is refused (${code})`;
  }
  return `the connection to ${url.host} ended before the answer${code ? ` (${code})` : `: ${error.message}`}`;
}
