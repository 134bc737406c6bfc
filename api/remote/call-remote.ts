import { request } from "undici";

import { Unreachable } from "../base/unreachable.ts";

/** Longer answers are refused. */
const MOST_BYTES = 5 * 1024 * 1024;

/** The codes of errors before a connection. */
const NO_CONNECTION = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "UND_ERR_CONNECT_TIMEOUT"]);

export type RemoteCall = {
  /** The name for errors, such as "Razorpay". */
  name: string;
  method: "GET" | "POST" | "PATCH";
  url: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs?: number;
};

export type RemoteAnswer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/**
 * Sends one request to a gateway or supplier and reads the whole answer with any status. It follows no redirect and repeats
 * nothing.
 * @throws Unreachable on a broken connection, a timeout, or an answer that is too long
 */
export async function callRemote({ name, method, url, headers, body, timeoutMs = 10_000 }: RemoteCall) {
  try {
    const answer = await request(url, { method, headers, body, signal: AbortSignal.timeout(timeoutMs) });
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MOST_BYTES) throw new Error(`answered more than ${MOST_BYTES} bytes`);
      chunks.push(chunk);
    }
    return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString("utf8") };
  } catch (error) {
    // The cause may hold the URL with a token or a signed body, so only its code or message is passed on.
    const { name: kind, code, message } = error as NodeJS.ErrnoException;
    // Its code is a number.
    const reason = kind === "TimeoutError" ? "no answer in time" : (code ?? message);
    throw new Unreachable(`${name} cannot be reached: ${reason}`, { mayHaveArrived: !NO_CONNECTION.has(code ?? "") });
  }
}

/**
 * Parses JSON, and keeps each number as the sent text. Amounts must not be rounded, and a number cannot hold a long card number.
 * @throws Unreachable if it is not JSON
 */
export function parseWireJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source: string }) =>
      typeof value === "number" && context !== undefined ? context.source : value,
    );
  } catch {
    throw new Unreachable(`${name} answered something that is not JSON`);
  }
}
