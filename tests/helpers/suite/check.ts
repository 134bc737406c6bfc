import { spawn } from "node:child_process";
import { once } from "node:events";

/** A command that checks the sources: its name in the output, its program and its arguments. */
export type Check = { name: string; command: string; args: string[] };

export const npmScript = (name: string): Check => ({ name, command: "npm", args: ["run", "--silent", name] });

/** As `npm run lint` has it. */
const ESLINT_CACHE = ["--cache", "--cache-location=.cache/eslint/", "--cache-strategy=content"];

/** The linters, for these files alone. ESLint uses the cache of `npm run lint`. */
export function lintOf(files: string[]): Check[] {
  const scripts = files.filter((file) => /\.(ts|tsx|js)$/.test(file));
  const styles = files.filter((file) => /^app\/.*\.css$/.test(file));
  const linters = [
    { name: "prettier", files, args: ["--check", "--log-level=warn", "--ignore-unknown"] },
    { name: "eslint", files: scripts, args: [...ESLINT_CACHE, "--no-warn-ignored"] },
    { name: "stylelint", files: styles, args: [] },
  ];
  return linters
    .filter((linter) => linter.files.length > 0)
    .map(({ name, args, files }) => ({ name, command: "npx", args: ["--no", "--", name, ...args, ...files] }));
}

/** Runs a check beside the tests. Its output is printed in one piece at the end. @returns true if it passed */
export async function runCheck({ name, command, args }: Check): Promise<boolean> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  console.log(`${name} ${code === 0 ? "passed" : "failed"}\n${output}`);
  return code === 0;
}
