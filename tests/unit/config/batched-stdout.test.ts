import { spawnSync } from "node:child_process";

import { expect, test } from "vitest";

/** Runs a script with a batched log. @returns the messages of its lines, with `|` between two calls that wrote them, and the exit code */
function run(script: string) {
  const program = `
    import fs from "node:fs";
    import { batchedStdout, createLog } from "./config/process/log.ts";
    const { writeSync } = fs;
    // Its end writes nothing if the lines have just been written by themselves.
    fs.writeSync = (fd, text, ...more) => (text === "" ? 0 : writeSync(fd, text + "|\\n", ...more) - 2);
    const log = createLog({}, batchedStdout());
    ${script}`;
  const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  const lines = stdout.split("\n").filter(Boolean);
  return [...lines.map((line) => (line === "|" ? "|" : (JSON.parse(line) as { msg: string }).msg)), status];
}

test("lines of info wait for each other, and are written by themselves", () => {
  const wait = `await new Promise((resolve) => setTimeout(resolve, 500));`;
  expect(run(`log.info("a"); log.info("b"); ${wait} log.info("c");`)).toEqual(["a", "b", "|", "c", "|", 0]);
});

test("a warning is written at once, after the lines before it", () => {
  expect(
    run(`log.info("a"); log.warn("b"); log.info("c"); log.error("d"); process.kill(process.pid, "SIGKILL");`),
  ).toEqual(["a", "b", "|", "c", "d", "|", null]);
});

test.each([
  ["an end", "", 0],
  ["an exit", "process.exit(3);", 3],
  ["an uncaught error", `throw new Error("no");`, 1],
  [
    "SIGTERM",
    `process.once("SIGTERM", () => process.exit(4)); process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1_000);`,
    4,
  ],
])("%s loses no line", (_name, end, code) => {
  expect(run(`log.info("a"); log.info("b"); ${end}`)).toEqual(["a", "b", "|", code]);
});

test("a program goes on if nobody reads its lines any more", () => {
  const broken = `fs.writeSync = () => { throw Object.assign(new Error("broken pipe"), { code: "EPIPE" }); };`;
  expect(run(`${broken} log.info("a"); log.warn("b"); log.warn("c"); process.exitCode = 5;`)).toEqual([5]);
});
