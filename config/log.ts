import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";

/** Errors of one kind are counted for so long before they are named again. */
const COUNTED_MS = 60_000;
const WARN = 40;
const FATAL = 60;

/**
 * A program's log: JSON lines. Of warnings and errors that carry an `err`, the first of a kind is logged whole; while
 * more of it come, one line a minute says how many, so that an outage does not bury the log. An error that names an order
 * is always logged whole: somebody's money waits for it.
 */
export function createLog(options: LoggerOptions, stream?: DestinationStream): Logger {
  const counts = new Map<string, number>();

  /** True for the first of its kind. */
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
      if (level === WARN) log.warn({ count: more }, `more in a minute of ${kind}`);
      else log.error({ count: more }, `more in a minute of ${kind}`);
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

/** What errors have in common that come again: their code, else their text without the ids and figures in it. */
function kindOf(error: Error): string {
  const code = "code" in error ? String(error.code) : undefined;
  return `${error.name} ${code ?? error.message.replace(/[\w-]*\d[\w-]*/g, "#").slice(0, 200)}`;
}
