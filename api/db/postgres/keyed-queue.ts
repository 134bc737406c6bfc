/**
 * Runs tasks with the same name one after another, in the order of the calls, and tasks with different names in
 * parallel. A name without tasks takes no memory.
 */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>();
  return async function runInOrder<T>(name: string, task: () => Promise<T>): Promise<T> {
    const run = (last.get(name) ?? Promise.resolve()).then(task);
    // A failed task does not fail the tasks behind it.
    const ended = run.then(
      () => {},
      () => {},
    );
    last.set(name, ended);
    try {
      return await run;
    } finally {
      if (last.get(name) === ended) last.delete(name);
    }
  };
}
