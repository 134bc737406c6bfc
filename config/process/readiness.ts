import type { Logger } from "pino";
import { Gauge, type Registry } from "prom-client";

/** `problem`: the reason why no request can be answered. `notes`: problems that do not stop answers. */
export type Health = { problem?: string; notes: string[] };

export type Readiness = ReturnType<typeof createReadiness>;

const LOOK_MS = 1_000;
/** Checks in a row that must agree, so that one slow answer changes nothing. */
const LOOKS = 2;
const CLOSED = "starting or stopping";

type Options = { log: Logger; /** Absent: this process depends on no other. */ look?: () => Promise<Health> };

/** Readiness of one program: true between open() and close() while its dependencies are well. */
export function createReadiness({ log, look }: Options) {
  let isOpen = false;
  let isClosed = false;
  let isWell = true;
  let agreeing = 0;
  let latest: Health = { notes: [] };
  let isLooking = false;
  let timer: NodeJS.Timeout | undefined;

  async function lookAgain() {
    if (isLooking || look === undefined) return;
    isLooking = true;
    latest = await look();
    isLooking = false;
    agreeing = (latest.problem === undefined) === isWell ? 0 : agreeing + 1;
    if (agreeing >= LOOKS) change();
  }

  function change() {
    agreeing = 0;
    isWell = !isWell;
    if (isWell) log.info("ready again");
    else log.error({ reason: latest.problem }, "not ready");
  }

  return {
    /** Begins with one check, which decides alone. Resolves when it is done. */
    async open() {
      if (look !== undefined) latest = await look();
      if (latest.problem !== undefined) change();
      isOpen = !isClosed;
      if (isOpen) timer = setInterval(() => void lookAgain(), LOOK_MS).unref();
    },
    close() {
      isOpen = false;
      isClosed = true;
      clearInterval(timer);
    },
    /** `latest` is the last check, for a program that itself counts the checks that agree in a row. */
    read(): { isReady: boolean; text: string; latest: Health } {
      const isReady = isOpen && isWell;
      const reason = !isOpen ? CLOSED : (latest.problem ?? "it was not well a moment ago");
      const text = [isReady ? "ready" : `not ready: ${reason}`, ...latest.notes].join("\n");
      return { isReady, text, latest: isOpen ? latest : { ...latest, problem: CLOSED } };
    },
  };
}

/**
 * The readiness metric. An API that the storefront started has none: the storefront merges the API's
 * metrics, and its readiness includes the API's.
 */
export function measureReadiness(registry: Registry, read: Readiness["read"]) {
  new Gauge({
    name: "awning_is_ready",
    help: "1 while /readyz is 200",
    registers: [registry],
    collect() {
      this.set(Number(read().isReady));
    },
  });
}
