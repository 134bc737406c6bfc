import { once } from "node:events";
import { Worker } from "node:worker_threads";

import type { Cost, Derive } from "../domain/passwords.ts";

export type HashTask = { password: string; salt: Buffer; cost: Cost };

const PROGRAM = new URL("./hash-worker.ts", import.meta.url);

/**
 * Hashes with argon2id in threads of low priority, so that hashing takes only the CPU time that requests leave. A thread starts
 * with its first hash and never keeps the process alive by itself. Each runs one hash at a time, so at most `count` calls may be
 * under way. A thread that fails, for example because memory runs out, is replaced at the next hash.
 */
export function createHashThreads(count: number): Derive {
  const free: (Worker | undefined)[] = Array.from({ length: count }, () => undefined);
  function start(): Worker {
    const worker = new Worker(PROGRAM, { execArgv: [], env: {} });
    // The waiting call below gets the error of a busy thread. Without a listener, an error of an idle thread would end the
    // process.
    worker.on("error", () => {
      const place = free.indexOf(worker);
      if (place >= 0) free[place] = undefined;
    });
    return worker;
  }
  return async function derive(password, salt, cost) {
    if (free.length === 0) throw new Error(`more than ${count} hashes at once`);
    let worker = free.pop();
    try {
      worker ??= start();
      worker.ref();
      worker.postMessage({ password, salt, cost } satisfies HashTask);
      const [hash] = (await once(worker, "message")) as [Uint8Array]; // rejects when the thread fails
      worker.unref();
      return Buffer.from(hash);
    } catch (error) {
      void worker?.terminate();
      worker = undefined; // the next hash starts another
      throw error;
    } finally {
      free.push(worker);
    }
  };
}
