import type { Logger } from "pino";
import type { HotPayload } from "vite";

import { toOverlay } from "./error-page.ts";
import { settle } from "./settle.ts";

/** The errors of the parts that cannot be loaded. `send` shows them in all open pages. */
export function createFaults(log: Logger, send: (payload: HotPayload) => void) {
  /** Faulty brands and languages keep what they had. */
  const errors: { storefront?: Error; api?: Error; tenants?: Error; languages?: Error } = {};

  /** Repeats a task after a change. Shows its error, or the repaired page, in all open pages. */
  const afterChanges = (part: keyof typeof errors, run: () => Promise<unknown>, done: HotPayload) =>
    settle(async () => {
      const wasFaulty = errors[part] !== undefined;
      try {
        await run();
        errors[part] = undefined;
        send(wasFaulty ? { type: "full-reload" } : done);
      } catch (error) {
        errors[part] = error as Error;
        log.error({ err: error }, `${part} not loaded; the next save tries again`);
        send(toOverlay(error as Error));
      }
    });

  return { errors, afterChanges };
}
