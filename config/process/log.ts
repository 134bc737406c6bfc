import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

/** How long repeated errors are counted before they are logged again. */
const COUNTED_MS = 60_000;
const WARN = 40;
const FATAL = 60;
/** Info lines wait this long, for those of other requests. */
const WAITING_MS = 10;
/** Lines of more characters together do not wait. */
const MAX_WAITING = 8_192;

/** `flush` writes the lines that wait. */
type LogStream = DestinationStream & { flush?(): void };

/**
 * A JSON lines log. Repeats of an error are counted and logged once a minute, so that an outage does not flood the log.
 * Errors that name an order are always logged in full: a customer's money is at stake. No warning or error waits in the stream.
 */
export function createLog(options: LoggerOptions, stream?: LogStream): Logger {
  const counts = new Map<string, number>();

  function isNew(kind: string, level: number): boolean {
    const count = counts.get(kind);
    counts.set(kind, count === undefined ? 0 : count + 1);
    if (count !== undefined) return false;
    const timer = setInterval(() => {
      const more = counts.get(kind)!;
      if (more === 0) {
        clearInterval(timer);
        counts.delete(kind);
        return;
      }
      counts.set(kind, 0);
      if (level === WARN) log.warn({ count: more }, `repeated in the last minute: ${kind}`);
      else log.error({ count: more }, `repeated in the last minute: ${kind}`);
    }, COUNTED_MS).unref();
    return true;
  }

  const log = pino(
    {
      ...options,
      hooks: {
        logMethod(args, write, level) {
          const [fields, text = ""] = args as unknown as [unknown, string?];
          const namesOrder = level > WARN && typeof fields === "object" && fields !== null && "orderId" in fields;
          const error = level >= WARN && level < FATAL && !namesOrder ? errorOf(fields) : undefined;
          if (error === undefined || isNew(`${text}: ${kindOf(error)}`, level)) write.apply(this, args);
          if (level >= WARN) stream?.flush?.();
        },
      },
    },
    stream as DestinationStream,
  );
  return log;
}

function errorOf(fields: unknown): Error | undefined {
  const error = typeof fields === "object" && fields !== null && "err" in fields ? fields.err : fields;
  return error instanceof Error ? error : undefined;
}

/** Groups repeated errors: the code, else the text without ids and numbers. */
function kindOf(error: Error): string {
  const code = "code" in error ? String(error.code) : undefined;
  return `${error.name} ${code ?? error.message.replace(/[\w-]*\d[\w-]*/g, "#").slice(0, 200)}`;
}

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
