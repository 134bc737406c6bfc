import { Console } from "node:console";
import { relative } from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { format } from "node:util";

import { createLog } from "./log.ts";

/** Nobody reads the output at a terminal: each line of both streams is JSON. Every program imports this module first. */
export const isOutputJson = process.env.NODE_ENV === "production" && !process.stdout.isTTY;

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** As in the programs' own logs (api/program.ts). The storefront's lines have no program. */
const PROGRAMS: Record<string, string> = { "api/server.ts": "api", "api/worker.ts": "worker" };

if (isOutputJson) writeJsonOnly();

/** Turns the output of libraries, of Node and of refusals to start into lines of the log. */
function writeJsonOnly() {
  const program = PROGRAMS[relative(ROOT, process.argv[1]!)];
  const log = createLog(program === undefined ? {} : { base: { program } });
  const linesOf = (level: "info" | "error") =>
    new Writable({
      decodeStrings: false,
      write(text: string, _encoding, done) {
        log[level](text.trim());
        done();
      },
    });
  globalThis.console = new Console({ stdout: linesOf("info"), stderr: linesOf("error") });
  console.warn = (...parts) => log.warn(format(...parts)); // React Router's, about malformed addresses

  process.removeAllListeners("warning"); // Node's own, which prints
  process.on("warning", ({ name, message, stack }) => {
    // Only these fields: a warning of too many listeners also contains the request with its cookies.
    log.warn({ err: Object.assign(new Error(message), { name, stack }) }, "process warning");
  });

  process.on("uncaughtException", (error) => {
    if (process.listenerCount("uncaughtException") > 1) return; // the program's own listener logs it
    log.fatal({ err: error }, "uncaught error, stopping");
    process.exit(1);
  });
}
