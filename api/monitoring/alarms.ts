import type { Logger } from "pino";
import { Counter, type Registry } from "prom-client";

/** A count that a shop's normal use does not reach in a day. */
type Alarm = {
  tenantId: string;
  /** The counted event, such as "resets". It labels a metric, so it must be one of few values. */
  what: string;
  used: number;
  limit: number;
  /** The end of the day (ms). */
  endsAt: number;
};

export type Alarms = ReturnType<typeof createAlarms>;

/** The alarms of one process: each alarm adds a log line and increments a counter. */
export function createAlarms(log: Logger, registry: Registry) {
  const alarms = new Counter({
    name: "awning_alarms_total",
    help: "Alarms, by brand and quota",
    labelNames: ["tenant", "what"],
    registers: [registry],
  });
  const raised = new Map<string, number>();

  return {
    /** Counts an alarm whose line the caller writes. */
    count: (tenantId: string, what: string) => alarms.inc({ tenant: tenantId, what }),

    /** A retried transaction raises the same alarm again, which counts once. */
    raise({ tenantId, what, used, limit, endsAt }: Alarm) {
      const seen = `${tenantId} ${what} ${used}`;
      if (raised.get(seen) === endsAt) return;
      raised.set(seen, endsAt);
      alarms.inc({ tenant: tenantId, what });
      const ends = new Date(endsAt).toISOString();
      log.warn({ tenant: tenantId, what, used, limit, ends }, "a quota of the whole shop is being used up");
    },
  };
}
