import { expect, test, vi } from "vitest";

import { startTracing } from "../../../config/process/open-telemetry.ts";
import { OtlpCollector } from "../../helpers/http/otlp-collector.ts";

test.each([
  ["refuses them", 500],
  ["never answers", "hang"],
] as const)("reports lost spans when the collector %s", async (_what, manner) => {
  await using collector = await new OtlpCollector(manner).start();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "200");
  const onLost = vi.fn();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: "always_on" as const };
  const tracing = startTracing({ service: "test", env: { ...env, OTEL_TRACES_SAMPLER_ARG: 1 }, onLost });
  tracing.startTrace({ name: "work" }).end();
  await tracing.stop();
  expect([collector.requests, onLost.mock.calls]).toEqual([1, [[expect.any(Error)]]]);
});
