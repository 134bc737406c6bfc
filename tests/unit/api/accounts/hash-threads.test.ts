import { execFile } from "node:child_process";
import { argon2Sync } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { Worker } from "node:worker_threads";

import { expect, test } from "vitest";

import { createHashThreads } from "../../../../api/accounts/hash-threads.ts";
import { PATIENCE_MS } from "../../../helpers/waiting/patience.ts";

const COST = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 };
const SALT = Buffer.alloc(16, 7);

test("hashes as argon2id does", async () => {
  const derive = createHashThreads(1);
  const expected = argon2Sync("argon2id", { message: "Monsoon@2026", nonce: SALT, ...COST });
  expect(await derive("Monsoon@2026", SALT, COST)).toEqual(expected);
});

/** The nice value of each thread of this process (proc(5), field 19). */
const readNiceness = () =>
  readdirSync("/proc/self/task").map((id) =>
    Number(
      readFileSync(`/proc/self/task/${id}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")[16],
    ),
  );

test.runIf(process.platform === "linux")("gives its thread, and no other, a low priority", async () => {
  const own = Math.min(...readNiceness());
  const before = readNiceness().filter((niceness) => niceness > own).length;
  await createHashThreads(1)("Monsoon@2026", SALT, COST);
  expect(readNiceness().filter((niceness) => niceness > own)).toHaveLength(before + 1);
});

test("rejects a hash that cannot be made, and makes the next one", async () => {
  const derive = createHashThreads(1);
  await expect(derive("Monsoon@2026", SALT, { ...COST, memory: 0 })).rejects.toThrow();
  expect(await derive("Monsoon@2026", SALT, COST)).toHaveLength(32);
});

test("replaces a thread that fails while it is idle", async () => {
  const started: Worker[] = [];
  const notice = (worker: Worker) => started.push(worker);
  process.on("worker", notice);
  const derive = createHashThreads(1);
  await derive("Monsoon@2026", SALT, COST);
  // As a thread does that runs out of memory: an error, which ends the process unless somebody listens.
  started[0]!.emit("error", new Error("out of memory"));
  await started[0]!.terminate();
  expect(await derive("Monsoon@2026", SALT, COST)).toHaveLength(32);
  process.off("worker", notice);
  expect(started).toHaveLength(2);
});

test("an idle thread does not keep its process alive", async () => {
  const url = new URL("../../../../api/accounts/hash-threads.ts", import.meta.url);
  const program = `
    const { createHashThreads } = await import(${JSON.stringify(url.href)});
    const hash = await createHashThreads(1)("Monsoon@2026", Buffer.alloc(16), ${JSON.stringify(COST)});
    console.log(hash.length);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
    timeout: PATIENCE_MS,
  });
  expect(stdout).toBe("32\n");
});
