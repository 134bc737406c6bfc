/** Editors write a file in several steps, and change several files at once. */
const SETTLE_MS = 50;

/** Runs a task once after a group of changes. Runs never overlap. */
export function settle(task: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  return {
    schedule() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        last = last.then(task);
      }, SETTLE_MS);
    },
    /** Resolves when no run is under way. */
    async settled() {
      for (let seen; seen !== last; await seen) seen = last;
    },
  };
}
