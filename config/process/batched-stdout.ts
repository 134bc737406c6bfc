import { pino } from "pino";

/** Info lines wait this long, for those of other requests. */
const WAITING_MS = 10;
/** Lines of more characters together do not wait. */
const MAX_WAITING = 8_192;

/**
 * Writes the lines of ten milliseconds to stdout with one call, since a call for each takes a tenth of a cached page's time. Lines
 * wait in the process: only an end without an `exit` event, such as by SIGKILL, loses them.
 */
export function batchedStdout() {
  const stdout = pino.destination({ dest: 1, sync: true, minLength: MAX_WAITING });
  let isDue = false;
  // Not flushSync, which throws if nobody reads stdout any more.
  function flush() {
    isDue = false;
    stdout.flush();
  }
  process.once("exit", flush);
  return {
    flush,
    write(line: string) {
      stdout.write(line);
      if (isDue) return;
      isDue = true;
      setTimeout(flush, WAITING_MS).unref();
    },
  };
}
