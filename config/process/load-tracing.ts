import type { Logger } from "pino";

import type { Tracing, TracingEnv } from "./tracing.ts";

/**
 * Loads OpenTelemetry's SDK if the environment enables traces; otherwise returns undefined, since the SDK takes 50 ms
 * and some memory.
 * @returns a function that starts the traces of one program
 */
export async function loadTracing(
  env: TracingEnv,
): Promise<((program: "storefront" | "api" | "worker", log: Logger) => Tracing) | undefined> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  const { startTracing } = await import("./open-telemetry.ts");
  return (program, log) =>
    startTracing({
      service: `awning-${program}`,
      env,
      onLost: (error) => log.warn({ err: error }, "traces not sent"),
    });
}
