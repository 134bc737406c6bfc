import { AsyncLocalStorage } from "node:async_hooks";

// Any module may log. The id affects only log lines, so it travels in async context and not in parameters.
const current = new AsyncLocalStorage<string | undefined>();

/** The id of the request that caused the current work, or undefined. */
export const currentRequestId = () => current.getStore();

/** Runs `task` in the context of request `id`. */
export const runForRequest = <T>(id: string | null, task: () => T): T => current.run(id ?? undefined, task);

/** Binds `task` to the current request, for code that calls it later. */
export const keepRequest = <Task extends (...args: never[]) => unknown>(task: Task): Task =>
  AsyncLocalStorage.bind(task as never) as unknown as Task;

/** Adds the request id to each log line, except to pino-http's own line, which already has it. */
export const requestIdMixin = (fields: object) => {
  const reqId = currentRequestId();
  return reqId === undefined || "res" in fields ? {} : { reqId };
};
