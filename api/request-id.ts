import { AsyncLocalStorage } from "node:async_hooks";

// The log's lines are written all over the API: the id, which decides nothing, is not passed through all of it.
const current = new AsyncLocalStorage<string | undefined>();

/** The id of the request that is being answered, or whose work is being done later; undefined: nobody's. */
export const currentRequestId = () => current.getStore();

/** Runs `task` as part of what the request `id` causes. */
export const runForRequest = <T>(id: string | null, task: () => T): T => current.run(id ?? undefined, task);

/** `task` for somebody else to call: it goes on being part of what it is part of now. */
export const keepRequest = <Task extends (...args: never[]) => unknown>(task: Task): Task =>
  AsyncLocalStorage.bind(task as never) as unknown as Task;

/** Adds the id to each line of the log. A request's own line, which is written when the request is over, brings it along. */
export const requestIdMixin = (fields: object) => {
  const reqId = currentRequestId();
  return reqId === undefined || "res" in fields ? {} : { reqId };
};
