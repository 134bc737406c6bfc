import { Counter, Registry } from "prom-client";

/** The fault of an attempt. `limit`: there were too many before. */
export type RefusalFault = "address" | "password" | "code" | "passkey" | "disabled" | "limit";

/** Counts refused attempts to sign in to the console or to confirm an action. */
export const createRefusalCounter = (registry = new Registry()) =>
  new Counter({
    name: "awning_console_refusals_total",
    help: "Refused attempts to sign in to the console or to confirm an act, by what was wrong",
    labelNames: ["fault"],
    registers: [registry],
  });
