import { isIP } from "node:net";

import { Agent, request } from "undici";

import { hostOf } from "../../config/typed/ip-address.ts";
import { AddressRefused, isAllowedAddress, lookupAllowed } from "./public-address.ts";

const TIMEOUT_MS = 10_000;
/** The bytes that are read of an answer. */
const MOST_BYTES = 1_000;

/** `status` is null if no answer came; `answer` is its beginning, or the reason that there is none. */
export type Outcome = { status: number | null; answer: string; tookMs: number };

type Call = {
  url: string;
  headers: Record<string, string>;
  body: string;
  isLoopbackAllowed: boolean;
};

/** Sends requests to addresses that operators named, and keeps connections open for later requests. */
export type Sender = {
  /**
   * Sends one POST within ten seconds, and reads the beginning of the answer. It follows no redirect, and connects to
   * public addresses only. Never rejects.
   */
  send(call: Call): Promise<Outcome>;
  /** Sends nothing more, and closes the connections as soon as the requests on them have ended. */
  close(): void;
};

export function createSender(): Sender {
  const createAgent = (isLoopbackAllowed: boolean) =>
    new Agent({ connect: { timeout: TIMEOUT_MS, lookup: lookupAllowed({ isLoopbackAllowed }) }, pipelining: 0 });
  const [open, closed] = [createAgent(true), createAgent(false)];
  return {
    send: (call) => sendBy(call.isLoopbackAllowed ? open : closed, call),
    close() {
      for (const agent of [open, closed]) void agent.close();
    },
  };
}

async function sendBy(dispatcher: Agent, { url, headers, body, isLoopbackAllowed }: Call): Promise<Outcome> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    // Literal addresses pass no lookup.
    const host = hostOf(new URL(url));
    if (isIP(host) && !isAllowedAddress(host, { isLoopbackAllowed })) throw new AddressRefused();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await request(url, { method: "POST", headers, body, signal, dispatcher });
    return { status: answer.statusCode, answer: await readBeginning(answer.body), tookMs: took() };
  } catch (error) {
    return { status: null, answer: explain(error), tookMs: took() };
  }
}

async function readBeginning(body: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MOST_BYTES) break; // which closes the connection
  }
  return storable(Buffer.concat(chunks).subarray(0, MOST_BYTES).toString("utf8"));
}

/** PostgreSQL stores no NUL, and the console shows the text: a direction mark would reverse the text beside it. */
const storable = (text: string) =>
  text.replaceAll(/[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ").toWellFormed();

function explain(error: unknown): string {
  if (error instanceof AddressRefused) return `Not sent: ${error.message}.`;
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === "TimeoutError" || code === "UND_ERR_CONNECT_TIMEOUT") return "No answer within 10 seconds.";
  return storable(`No answer: ${code ?? message}`);
}
