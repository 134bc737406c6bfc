import { Counter, Gauge, type Registry } from "prom-client";

import type { BackgroundWorker } from "./background-worker.ts";

type Work = {
  look(): ReturnType<BackgroundWorker["look"]>;
  /** The failures of shops that have been closed since, by kind. */
  failuresOfClosed: ReadonlyMap<string, number>;
};

/** Measures all shops together: the longest current round, and the failed rounds, of each kind of work. */
export function measureWork(registry: Registry, { look, failuresOfClosed }: Work) {
  const labelNames = ["work"];
  const registers = [registry];
  new Gauge({
    name: "awning_work_seconds",
    help: "How long the round of background work that is under way has taken, by kind",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const [work, loops] of Map.groupBy(look(), ({ name }) => name))
        this.set({ work }, Math.max(...loops.map((loop) => loop.seconds)));
    },
  });
  new Counter({
    name: "awning_work_failures_total",
    help: "Rounds of background work that failed, by kind",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const [work, failures] of failuresOfClosed) this.inc({ work }, failures);
      for (const loop of look()) this.inc({ work: loop.name }, loop.failures);
    },
  });
}
