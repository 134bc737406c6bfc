import type { Logger } from "pino";

import { unavailable } from "../base/error.ts";
import type { Staff } from "./staff.ts";

/**
 * Opens the console's services at the first call, and tries again after a failure: brands on other servers sell while the staff's
 * database is unavailable. `get` @throws ApiError 503
 */
export function openWhenNeeded(open: () => Promise<Staff>, log: Logger) {
  let opening: Promise<Staff> | undefined;
  let opened: Staff | undefined;
  return {
    get(): Promise<Staff> {
      opening ??= open().then(
        (staff) => (opened = staff),
        (error: unknown) => {
          opening = undefined;
          log.error({ err: error }, "the staff's database cannot be opened: the console answers 503");
          throw unavailable();
        },
      );
      return opening;
    },
    /** Closes what has opened. An opening may wait for a database that hangs. */
    close: async () => opened?.db.close(),
  };
}
