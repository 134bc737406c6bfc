import { ROOT_CONTEXT, type Span as ApiSpan, SpanKind, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";

import type { Span, Tracing, TracingEnv } from "./tracing.ts";

/** Shorter than the API's time for closing its databases (api/server.ts). */
const STOP_MS = 1_500;

type Options = {
  /** The name of the program, unless OTEL_SERVICE_NAME gives another. */
  service: string;
  env: TracingEnv;
  /** Called after spans were lost, because the collector did not accept them. */
  onLost(error: Error): void;
};

/**
 * Makes traces with OpenTelemetry's SDK and sends them by OTLP over HTTP, in batches, so that no request waits. A program imports
 * this module only if OTEL_EXPORTER_OTLP_ENDPOINT is set.
 */
export function startTracing({ service, env, onLost }: Options): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": service }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: toSampler(env),
    spanProcessors: [new BatchSpanProcessor({ exporter: reportLosses(new OTLPTraceExporter(), onLost) })],
  });
  const tracer = provider.getTracer("awning");
  return {
    startTrace: (start, traceparent) => startSpan(tracer, start, readParent(traceparent)),
    async stop() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
      // The failure of a collector has been reported before.
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

function startSpan(tracer: Tracer, { name, kind = "internal", attributes, from }: Start, parent = ROOT_CONTEXT): Span {
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes, startTime: from }, parent);
  const context = trace.setSpan(ROOT_CONTEXT, span);
  return {
    startChild: (start) => startSpan(tracer, start, context),
    end({ name: lastName, attributes: more, isFailed = false } = {}) {
      if (lastName !== undefined) span.updateName(lastName);
      if (more) span.setAttributes(more);
      // Without a message, because an error's text may contain secrets.
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      // Without this time, the SDK ends a span that was given its start by a clock of whole milliseconds.
      span.end(from === undefined ? undefined : performance.now());
    },
    get traceparent() {
      return writeParent(span);
    },
  };
}

type Start = Parameters<Span["startChild"]>[0];

/** Version 00 of https://www.w3.org/TR/trace-context/#traceparent-header; later versions begin with the same fields. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

function readParent(traceparent = "") {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16) & 1, isRemote: true });
}

function writeParent(span: ApiSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

function toSampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: TracingEnv): Sampler {
  const root = name.endsWith("always_on")
    ? new AlwaysOnSampler()
    : name.endsWith("always_off")
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(share);
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

const SUCCESS = 0;

/** The SDK discards its own reports by default. */
function reportLosses(exporter: SpanExporter, onLost: Options["onLost"]): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== SUCCESS) onLost(result.error ?? new Error("the collector took no spans"));
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
