/**
 * Runs tasks of one name one after the other, in the order in which they came, and those of different names side by
 * side. Nothing is kept of a name that has no task.
 */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>();
  return async function runInOrder<T>(name: string, task: () => Promise<T>): Promise<T> {
    const run = (last.get(name) ?? Promise.resolve()).then(task);
    // Whether a task fails is no matter of those behind it.
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
