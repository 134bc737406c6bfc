import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

import { ForeignShop, type Quirks, type Reply } from "./foreign-shop.ts";

/** One recorded call; `call` is method and path below the base, such as `POST /user/login/`. */
export type Recorded = {
  call: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
};

type Script = { reply?: (request: Recorded) => Reply; wait?: () => Promise<unknown>; isCut?: boolean; times: number };

/** Below a base path, as many backends are. */
const BASE = "/api/v2";
const OPEN = ["GET /home/", "GET /configurator/", "GET /products/", "GET /products/sort/", "GET /search/"];
const isOpen = (call: string) => OPEN.includes(call) || /^(POST \/user\/|PATCH \/user\/update\/$)/.test(call);

/**
 * Another company's backend, written from docs/commerce-api.md alone: it shares no code with the embedded API and
 * differs from it wherever the contract allows (see ForeignShop). Tests script failures and delays, and read the
 * recorded requests.
 */
export class ForeignHost {
  readonly requests: Recorded[] = [];
  /** Calls whose caller went away before the answer. */
  aborted = 0;
  /** The most calls that it handled at once. */
  peak = 0;
  #underWay = 0;
  readonly shop: ForeignShop;
  readonly #server: Server;
  readonly #scripts = new Map<string, Script>();
  readonly #accessTokens = new Set<string>();
  /** Each with its expiry (ms): where the backend rotates them, the end of the grace period after its use. */
  readonly #refreshTokens = new Map<string, number>();
  #callsUntilExpiry = Infinity;

  constructor(quirks: Partial<Quirks> = {}) {
    this.shop = new ForeignShop(quirks);
    this.#server = createServer(async (req, res) => {
      const { pathname, searchParams: query } = new URL(req.url!, "http://host");
      const call = `${req.method} ${pathname.startsWith(BASE) ? pathname.slice(BASE.length) : pathname}`;
      const raw = await buffer(req);
      const body = await readBody(raw, req.headers["content-type"] ?? "");
      const recorded = { call, query, headers: req.headers, body };
      this.requests.push(recorded);
      this.peak = Math.max(this.peak, ++this.#underWay);
      res.once("close", () => {
        this.#underWay -= 1;
        if (!res.writableFinished) this.aborted += 1;
      });
      const script = this.#nextScript(call);
      await script?.wait?.();
      if (script?.isCut) return void res.destroy();
      const reply = script?.reply?.(recorded) ?? this.#answer(call, query, body, req.headers);
      const isText = typeof reply.body === "string";
      res.writeHead(reply.status, { "content-type": isText ? "text/html" : "application/json" });
      res.end(reply.body === undefined ? "" : isText ? reply.body : JSON.stringify(reply.body));
    });
  }

  async start(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  async [Symbol.asyncDispose]() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The value of `api.url` in tenant.json. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${BASE}`;
  }

  /** The next `times` of this call answer so; a text body is an HTML page, as from a broken server. */
  fail(call: string, status: number, body: unknown = "<html><h1>Oh no</h1></html>", times = Infinity) {
    this.answer(call, () => ({ status, body }), times);
  }

  /** The next `times` of this call are answered by the test. */
  answer(call: string, reply: (request: Recorded) => Reply, times = Infinity) {
    this.#scripts.set(call, { reply, times });
  }

  /** The next `times` of this call wait `ms`, then answer as usual. */
  delay(call: string, delayMs: number, times = Infinity) {
    this.#scripts.set(call, { wait: () => new Promise((resolve) => setTimeout(resolve, delayMs)), times });
  }

  /** The next `times` of this call lose their connection instead of an answer. */
  cut(call: string, times = Infinity) {
    this.#scripts.set(call, { isCut: true, times });
  }

  /** The next `times` of this call wait until the function that this returns is called. */
  hold(call: string, times = Infinity): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#scripts.set(call, { wait: () => promise, times });
    return resolve;
  }

  /** Undoes every fail(), answer(), delay(), cut() and hold(). */
  heal() {
    this.#scripts.clear();
    this.#callsUntilExpiry = Infinity;
  }

  /** All access tokens die after `calls` more calls that carry one: 401 in the middle of a page. */
  expireAccessTokensAfter(calls: number) {
    this.#callsUntilExpiry = calls;
  }

  /** All sessions end: both tokens are refused. */
  endSessions() {
    this.#accessTokens.clear();
    this.#refreshTokens.clear();
  }

  recorded = (call: string): Recorded[] => this.requests.filter((request) => request.call === call);

  #nextScript(call: string): Script | undefined {
    const script = this.#scripts.get(call);
    if (!script || script.times < 1) return undefined;
    script.times -= 1;
    return script;
  }

  #answer(call: string, query: URLSearchParams, body: Record<string, unknown>, headers: IncomingHttpHeaders): Reply {
    if (call === "POST /user/login/") return this.#logIn(body);
    if (call === "POST /user/refreshtoken/") return this.#refresh(body);
    if (!isOpen(call)) {
      if (this.#callsUntilExpiry-- <= 0) {
        this.#accessTokens.clear();
        this.#callsUntilExpiry = Infinity;
      }
      const token = headers.authorization?.replace(/^Bearer /, "");
      if (!token || !this.#accessTokens.has(token)) return this.shop.error(401, "Token is invalid or expired");
    }
    return this.shop.answer(call, query, body);
  }

  #logIn(body: Record<string, unknown>): Reply {
    const user = this.shop.findUser(String(body.username), String(body.password));
    if (!user) return this.shop.loginError();
    const [access_token, refresh_token] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    this.#accessTokens.add(access_token);
    this.#refreshTokens.set(refresh_token, Infinity);
    return { status: 200, body: { access_token, refresh_token, token_type: "Bearer", expires_in: "300", user } };
  }

  /** The refresh token stays the same, as the contract's answer has only an access token; or it is rotated. */
  #refresh(body: Record<string, unknown>): Reply {
    const old = String(body.refresh_token);
    const goodUntil = this.#refreshTokens.get(old);
    if (goodUntil === undefined || goodUntil <= Date.now()) return this.shop.error(401, "Refresh token is invalid");
    const access_token = `access-${randomUUID()}`;
    this.#accessTokens.add(access_token);
    const { rotationGraceMs } = this.shop.quirks;
    if (rotationGraceMs === null) return { status: 200, body: { access_token } };
    const refresh_token = `refresh-${randomUUID()}`;
    this.#refreshTokens.set(refresh_token, Infinity).set(old, Math.min(goodUntil, Date.now() + rotationGraceMs));
    return { status: 200, body: { access_token, refresh_token } };
  }
}

async function readBody(raw: Buffer, contentType: string): Promise<Record<string, unknown>> {
  if (raw.length === 0) return {};
  if (contentType.includes("application/json")) return JSON.parse(raw.toString());
  const form = await new Response(new Uint8Array(raw), { headers: { "content-type": contentType } }).formData();
  return Object.fromEntries(form);
}
