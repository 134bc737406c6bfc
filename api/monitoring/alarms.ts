import type { Logger } from "pino";

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
export function createAlarms(log: Logger) {
  const counts = new Map<string, number>();
  const raised = new Map<string, number>();

  return {
    /** A transaction that is tried again raises the same alarm again: that counts once. */
    raise({ tenantId, what, used, limit, endsAt }: Alarm) {
      const label = `tenant="${tenantId}",what="${what}"`;
      const seen = `${label} ${used}`;
      if (raised.get(seen) === endsAt) return;
      raised.set(seen, endsAt);
      counts.set(label, (counts.get(label) ?? 0) + 1);
      const ends = new Date(endsAt).toISOString();
      log.warn({ tenant: tenantId, what, used, limit, ends }, "a budget of the whole shop is being used up");
    },

    /** Lines of Prometheus' text format; none before the first alarm. */
    read(): string {
      const lines = [...counts].map(([labels, count]) => `awning_alarms_total{${labels}} ${count}\n`);
      return lines.length === 0 ? "" : `# TYPE awning_alarms_total counter\n${lines.join("")}`;
    },
  };
}
