import type { Logger } from "pino";

/** `problem`: why no request can be answered. `notes`: trouble that does not stop answers. */
export type Health = { problem?: string; notes: string[] };

export type Readiness = ReturnType<typeof createReadiness>;

const LOOK_MS = 1_000;
/** Checks in a row that must agree, so that one slow answer changes nothing. */
const LOOKS = 2;

type Options = { log: Logger; /** Absent: this process depends on no other. */ look?: () => Promise<Health> };

/** Readiness of this process: true between open() and close() while its dependencies are well. */
export function createReadiness({ log, look }: Options) {
  let isOpen = false;
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
    if (agreeing < LOOKS) return;
    agreeing = 0;
    isWell = !isWell;
    if (isWell) log.info("ready again");
    else log.error({ reason: latest.problem }, "not ready");
  }

  return {
    open() {
      isOpen = true;
      timer = setInterval(() => void lookAgain(), LOOK_MS).unref();
    },
    close() {
      isOpen = false;
      clearInterval(timer);
    },
    read(): { isReady: boolean; text: string } {
      const isReady = isOpen && isWell;
      const reason = !isOpen ? "starting or stopping" : (latest.problem ?? "it was not well a moment ago");
      return { isReady, text: [isReady ? "ready" : `not ready: ${reason}`, ...latest.notes].join("\n") };
    },
  };
}
