import { Gauge, type Registry } from "prom-client";

import type { FairQueue } from "../concurrency/fair-queue.ts";
import type { Databases } from "../db/database.ts";

type Sources = { hashes: FairQueue; databases: Pick<Databases, "look"> };

/** Measures at each scrape the work of this process that waits for its turn. */
export function measureQueues(registry: Registry, { hashes, databases }: Sources) {
  const registers = [registry];
  const labelNames = ["state"];
  new Gauge({
    name: "awning_password_hashes",
    help: "Passwords that are being hashed, and that wait for a thread",
    labelNames,
    registers,
    collect() {
      for (const [state, count] of Object.entries(hashes.look())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: "awning_database_transactions",
    help: "Transactions under way and waiting; on SQLite each brand runs one at a time",
    registers,
    collect() {
      this.set(databases.look().transactions);
    },
  });
  new Gauge({
    name: "awning_database_connections",
    help: "Connections to PostgreSQL, those of them that are idle, and the queries that wait for one",
    labelNames,
    registers,
    collect() {
      for (const [state, count] of Object.entries(databases.look().pool ?? {})) this.set({ state }, count);
    },
  });
}
