import type { Logger } from "pino";
import { Counter, type Registry } from "prom-client";

/** Something that one shop sees more of in a day than its shoppers can cause by accident. */
type Alarm = {
  tenantId: string;
  /** What there is too much of, such as "resets": one of few words, since it labels a metric. */
  what: string;
  used: number;
  limit: number;
  /** When the day ends (ms). */
  endsAt: number;
};

export type Alarms = ReturnType<typeof createAlarms>;

/** The alarms of one process: a line of the log and a counter, once for each count of a day that raises one. */
export function createAlarms(log: Logger, registry: Registry) {
  const alarms = new Counter({
    name: "awning_alarms_total",
    help: "Alarms, by brand and budget",
    labelNames: ["tenant", "what"],
    registers: [registry],
  });
  const raised = new Map<string, number>();

  return {
    /** A transaction that is tried again raises the same alarm again: that counts once. */
    raise({ tenantId, what, used, limit, endsAt }: Alarm) {
      const seen = `${tenantId} ${what} ${used}`;
      if (raised.get(seen) === endsAt) return;
      raised.set(seen, endsAt);
      alarms.inc({ tenant: tenantId, what });
      const ends = new Date(endsAt).toISOString();
      log.warn({ tenant: tenantId, what, used, limit, ends }, "a budget of the whole shop is being used up");
    },
  };
}
