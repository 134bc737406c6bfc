import { monitorEventLoopDelay } from "node:perf_hooks";

/** How often the event loop is looked at; the histogram holds the whole distance between two looks. */
const LOOK_MS = 20;

/** How long this program's event loop was held since the last look, as lines of Prometheus' text format. */
export function watchEventLoop(): () => string {
  const delay = monitorEventLoopDelay({ resolution: LOOK_MS });
  delay.enable();
  return () => {
    const lines = [0.5, 0.99, 1].map((quantile) => {
      const seconds = Math.max(0, delay.percentile(quantile * 100) / 1e9 - LOOK_MS / 1000);
      return `awning_event_loop_lag_seconds{program="api",quantile="${quantile}"} ${seconds}\n`;
    });
    delay.reset();
    return lines.join("");
  };
}
