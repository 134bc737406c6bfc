import type { ServerResponse } from "node:http";
import { finished } from "node:stream";

/** Requests without a complete answer. */
export function createOpenRequests() {
  const answering = new Set<Promise<void>>();
  return {
    add(res: ServerResponse) {
      const answered = new Promise<void>((done) => finished(res, () => done()));
      answering.add(answered);
      void answered.then(() => answering.delete(answered));
    },
    /** Resolves when the requests of this moment have ended. */
    ended: () => Promise.all(answering),
  };
}
