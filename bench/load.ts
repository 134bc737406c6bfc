import type { Program } from "./program.ts";
import { RawClient } from "./raw-client.ts";

export type Target = { program: Program; path?: string; headers?: Record<string, string> };
export type Figures = {
  requests: number;
  perSecond: number;
  cpuMicros: number;
  p50: number;
  p99: number;
  failed: number;
};

/**
 * Requests one page repeatedly; each connection waits for its answer.
 *
 * @returns requests a second, the program's CPU time a request in µs, latencies in ms, and answers above 299
 */
export async function load({ program, path = "/", headers = {} }: Target, { seconds = 2, connections = 16 } = {}) {
  const clients = Array.from({ length: connections }, () => new RawClient(program.origin, path, headers));
  const latencies: number[] = [];
  let failed = 0;
  const before = program.cpuMs();
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        const sent = performance.now();
        if ((await client.ask()) > 299) failed++;
        latencies.push(performance.now() - sent);
      }
      client.close();
    }),
  );
  const tookMs = performance.now() - started;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(Math.floor(latencies.length * share), latencies.length - 1)]!;
  return {
    requests: latencies.length,
    perSecond: (latencies.length * 1000) / tookMs,
    cpuMicros: ((program.cpuMs() - before) * 1000) / latencies.length,
    p50: at(0.5),
    p99: at(0.99),
    failed,
  } satisfies Figures;
}

/** Measures several targets in turns, so that a noisy moment affects all of them. @returns each one's median figures. */
export async function compare<Name extends string>(
  targets: Record<Name, Target>,
  { rounds = 5, seconds = 2, connections = 16 } = {},
): Promise<Record<Name, Figures>> {
  const names = Object.keys(targets) as Name[];
  const all = Object.fromEntries(names.map((name) => [name, [] as Figures[]])) as Record<Name, Figures[]>;
  for (const name of names) await load(targets[name], { seconds: 1, connections });
  for (let round = 0; round < rounds; round++)
    for (const name of names) all[name].push(await load(targets[name], { seconds, connections }));
  const medianOf = (figures: Figures[]): Figures => {
    const failed = figures.reduce((sum, one) => sum + one.failed, 0);
    if (failed > 0) throw new Error(`${failed} answers were errors`);
    const pick = (key: keyof Figures) => median(figures.map((one) => one[key]));
    return {
      requests: pick("requests"),
      perSecond: pick("perSecond"),
      cpuMicros: pick("cpuMicros"),
      p50: pick("p50"),
      p99: pick("p99"),
      failed,
    };
  };
  return Object.fromEntries(names.map((name) => [name, medianOf(all[name])])) as Record<Name, Figures>;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
