import { AsyncLocalStorage } from "node:async_hooks";

import { z } from "zod";

/**
 * The allowed attributes of a span. Nothing else leaves the process, so no attribute can hold a person's data, a token,
 * a cookie, a secret path or a value of a statement. The names are OpenTelemetry's if it has one.
 */
export type SpanAttributes = {
  "http.request.method"?: string;
  /** Such as "/gift/:code", never the path itself. */
  "http.route"?: string;
  "http.response.status_code"?: number;
  "server.address"?: string;
  "db.system.name"?: "sqlite" | "postgresql";
  /** With placeholders. */
  "db.query.text"?: string;
  "awning.tenant"?: string;
  /** The id in the log's lines about the request, and on the shopper's error page. */
  "awning.request_id"?: string;
  /** The outcome of a call to a backend, as in awning_upstream_calls_total. */
  "awning.outcome"?: string;
  "awning.mail_kind"?: string;
  "awning.message_kind"?: string;
  "awning.channel"?: string;
};

export type SpanStart = {
  name: string;
  kind?: "server" | "client" | "internal";
  attributes?: SpanAttributes;
  /** The start, if it is not now: in milliseconds of performance.now(). */
  from?: number;
};

export type SpanEnd = { name?: string; attributes?: SpanAttributes; isFailed?: boolean };

/** One piece of work in a trace: a request, a call, a statement. */
export type Span = {
  startChild(start: SpanStart): Span;
  end(end?: SpanEnd): void;
  /** The W3C header that makes another program's span a child of this one. */
  readonly traceparent: string;
};

/** Makes a program's traces, while OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export type Tracing = {
  /** Starts a trace, or continues the caller's. A header of another form counts as absent. */
  startTrace(start: SpanStart, traceparent?: string): Span;
  /** Sends the ended spans, for at most a second and a half. Never rejects. */
  stop(): Promise<void>;
};

const UNDER_WAY = Symbol.for("awning.span");
const { [UNDER_WAY]: existing } = globalThis as { [UNDER_WAY]?: AsyncLocalStorage<Span> };
/**
 * The span under way. It exists only while the process makes traces, so the functions below check nothing else. The builds of
 * storefront and console each have a copy of this module, but the spans of both are in one tree.
 */
const underWay = existing ?? new AsyncLocalStorage<Span>();
Object.assign(globalThis, { [UNDER_WAY]: underWay });

/** Undefined while no trace is made. */
export const currentSpan = (): Span | undefined => underWay.getStore();

/** Runs `task` in `span`: work that it starts becomes a part of the trace. Does not end the span. */
export const runInSpan = <T>(span: Span, task: () => T): T => underWay.run(span, task);

/** Runs `task` in no span, for work that outlives the request that happens to start it. */
export const runOutsideSpans = <T>(task: () => T): T => (underWay.getStore() ? underWay.exit(task) : task());

/** Binds `task` to the current span, for an event or another request that calls it later. */
export const keepSpan = <Task extends (...args: never[]) => unknown>(task: Task): Task =>
  underWay.getStore() ? (AsyncLocalStorage.bind(task as never) as unknown as Task) : task;

/**
 * Runs `task` in a child of the current span. The span has failed if `task` rejects, else `describe` returns its end.
 * Without a trace it only runs the task.
 */
export function inSpan<T>(start: SpanStart, task: () => Promise<T>, describe?: (value: T) => SpanEnd): Promise<T> {
  const parent = underWay.getStore();
  return parent === undefined ? task() : endAfter(parent.startChild(start), task, describe);
}

/** Runs `task` in a new trace, even inside another span. Without `tracing` it only runs it. */
export const inTrace = <T>(tracing: Tracing | undefined, start: SpanStart, task: () => Promise<T>): Promise<T> =>
  tracing === undefined ? task() : endAfter(tracing.startTrace(start), task);

async function endAfter<T>(span: Span, task: () => Promise<T>, describe?: (value: T) => SpanEnd): Promise<T> {
  let end: SpanEnd = { isFailed: true };
  try {
    const value = await underWay.run(span, task);
    end = describe?.(value) ?? {};
    return value;
  } finally {
    span.end(end);
  }
}

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const absentIfEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);

/**
 * OpenTelemetry's variables that the programs read themselves, for their environment readers. The exporter reads those
 * for its headers, certificates, compression and timeout.
 */
export const TracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: absentIfEmpty(
    z.url({ protocol: /^https?$/, error: "must begin with http:// or https://" }).optional(),
  ),
  OTEL_TRACES_SAMPLER: absentIfEmpty(
    z.enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(", ")}` }).default("parentbased_always_on"),
  ),
  /** The share of traces that the samplers with "ratio" in their names keep. */
  OTEL_TRACES_SAMPLER_ARG: absentIfEmpty(
    z
      .string()
      .refine((text) => /^(0|1|0?\.\d+|1\.0+)$/.test(text), { error: "must be a number from 0 to 1" })
      .transform(Number)
      .default(1),
  ),
};

export type TracingEnv = z.output<z.ZodObject<typeof TracingSettings>>;
