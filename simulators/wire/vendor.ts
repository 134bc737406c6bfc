import type { IncomingHttpHeaders } from "node:http";

import express, { type Express, type Request, type Response } from "express";

import { type Fault, Faults } from "./faults.ts";
import { stringifyExactly } from "./rupees.ts";

/** A request in the form that handlers get. */
export type Call = {
  /** A verb and a noun, such as "create order"; `failNext` chooses by it. */
  name: string;
  method: string;
  /** The path with its query, as it was sent. */
  url: string;
  params: Record<string, string>;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
  /** The parsed JSON object or form. Undefined without a body, and for a body that cannot be parsed. */
  body: unknown;
  /** The simulator's origin in the caller's request. */
  origin: string;
  /** Runs when the call is done, just before it is answered. */
  onDone(run: () => void): void;
  /** Logs something that the vendor tolerates, such as an unknown field. */
  warn(text: string): void;
};

/** A string is sent as HTML, everything else as JSON. */
export type Answer = {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** True: nothing is sent, as in the vendor's own tests of timeouts. */
  isHung?: boolean;
};

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** One line of the log: the request, and its problems. */
export type LoggedRequest = {
  at: number;
  /** "unknown" for a path or a method that the vendor does not have. */
  call: string;
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: unknown;
  status: number | "hung" | "cut";
  /** The reasons why the vendor refused it. */
  problems: string[];
  /** Things that the vendor tolerates. */
  warnings: string[];
};

/** A request that the vendor refuses, with the vendor's own answer. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(problem: string, answer: Answer) {
    super(problem);
    this.answer = answer;
  }
}

type Method = "GET" | "POST" | "PATCH";
type Handler = (call: Call) => Answer | Promise<Answer>;

/** Adds a route below a vendor's base path for calls with the account's credentials. */
export type Route = (method: Method, path: string, name: string, handler: (call: Call) => Answer) => void;

type VendorOptions = {
  now: () => number;
  /** The vendor's answer to an unknown path or method. */
  notFound(call: Call): Answer;
  /** The vendor's answer to its own failure, or to too many requests. */
  failure(status: number): Answer;
  /** Headers of every answer to an API call, such as a signature over the body. */
  headersOf?(call: Call, text: string): Record<string, string>;
};

export type Vendor = ReturnType<typeof createVendor>;

/** The HTTP side of a simulated vendor: routes, the log of requests, and faults on demand. */
export function createVendor({ now, notFound, failure, headersOf = () => ({}) }: VendorOptions) {
  const app: Express = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", "loopback"); // behind a proxy on this machine, its links begin with https://
  app.use(express.raw({ type: () => true, limit: "1mb" }));

  const requests: LoggedRequest[] = [];
  const faults = new Faults();

  async function answer(name: string, req: Request, res: Response, handler: Handler) {
    const call = readCall(name, req);
    const entry = toLogLine(call, now());
    requests.push(entry);
    const fault = name === "unknown" ? undefined : faults.take(name);
    if (fault && (await stopBefore(fault, entry, res))) return;
    const done: (() => void)[] = [];
    call.onDone = (run) => done.push(run);
    const given = await run(handler, call, entry);
    await faults.beforeAnswer(name, given);
    for (const run of done) run();
    send(fault, call, entry, res, given);
  }

  /** Runs a fault that prevents the call from changing the vendor's books. */
  async function stopBefore(fault: Fault, entry: LoggedRequest, res: Response): Promise<boolean> {
    if (fault === "hang") return true;
    if (fault === "cut") {
      entry.status = "cut";
      res.destroy();
      return true;
    }
    const status = /^status (\d{3})$/.exec(fault)?.[1];
    if (status === undefined) return false;
    entry.status = Number(status);
    write(res, failure(Number(status)), {});
    return true;
  }

  function send(fault: Fault | undefined, call: Call, entry: LoggedRequest, res: Response, given: Answer) {
    if (fault === "hang after commit" || given.isHung) return;
    const text = typeof given.body === "string" ? given.body : stringifyExactly(given.body);
    if (fault === "cut after commit") {
      entry.status = "cut";
      res.writeHead(given.status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
      res.write(text.slice(0, Math.floor(text.length / 2)), () => res.destroy());
      return;
    }
    const isApi = typeof given.body !== "string";
    const changed = isApi && given.status < 300 ? change(fault, given) : given;
    entry.status = changed.status;
    write(res, changed, isApi ? headersOf(call, stringifyExactly(changed.body)) : {});
  }

  app.use((_req, res, next) => {
    res.set("cache-control", "no-store");
    next();
  });

  return {
    app,
    requests,
    faults,
    route(method: Method, path: string, name: string, handler: Handler) {
      const verb = method.toLowerCase() as "get" | "post" | "patch";
      app[verb](path, (req, res) => answer(name, req, res, handler));
    },
    /** Ends the list of routes: every other request is unknown. */
    end() {
      app.use((req, res) =>
        answer("unknown", req, res, (call) => {
          throw new Refusal(`there is no ${call.method} ${call.url}`, notFound(call));
        }),
      );
    },
  };
}

/** Makes the line of the log for a call, whose warnings it takes. */
function toLogLine(call: Call, at: number): LoggedRequest {
  const { name, method, url, headers, body } = call;
  const entry: LoggedRequest = {
    at,
    call: name,
    method,
    url,
    headers,
    body,
    status: "hung",
    problems: [],
    warnings: [],
  };
  call.warn = (text) => entry.warnings.push(text);
  return entry;
}

async function run(handler: Handler, call: Call, entry: LoggedRequest): Promise<Answer> {
  try {
    return await handler(call);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    entry.problems.push(error.message);
    return error.answer;
  }
}

/** Changes a successful answer as the fault demands. */
function change(fault: Fault | undefined, answer: Answer): Answer {
  if (fault === "wrong shape") return { ...answer, body: { unexpected: [] } };
  if (fault === "not JSON") return { ...answer, body: "<html><body>Bad Gateway</body></html>" };
  if (fault === "numbers as strings") return { ...answer, body: withTextNumbers(answer.body) };
  return answer;
}

function withTextNumbers(value: unknown): unknown {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(withTextNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTextNumbers(inner)]));
}

function write(res: Response, { status, body, headers }: Answer, more: Record<string, string>) {
  const isHtml = typeof body === "string";
  res.status(status).set({ ...headers, ...more });
  res.type(isHtml ? "html" : "json").send(Buffer.from(isHtml ? body : stringifyExactly(body)));
}

function readCall(name: string, req: Request): Call {
  const rawBody = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  const query = Object.fromEntries(new URLSearchParams(req.originalUrl.split("?")[1] ?? ""));
  return {
    name,
    method: req.method,
    url: req.originalUrl,
    params: req.params as Record<string, string>,
    query,
    headers: req.headers,
    rawBody,
    body: parseBody(req.get("content-type") ?? "", rawBody.toString("utf8")),
    origin: `${req.protocol}://${req.get("host")}`,
    onDone: () => {},
    warn: () => {},
  };
}

function parseBody(type: string, text: string): unknown {
  if (text === "") return undefined;
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return Object.fromEntries(new URLSearchParams(text));
  if (!/^application\/json\b/i.test(type)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
