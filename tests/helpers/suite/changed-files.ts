import { execFileSync } from "node:child_process";

/** Files that differ from the main branch of the origin, or from the last commit where there is no origin; new ones too. */
export function changedFiles(): string[] {
  const base = findBase();
  const changed = git("diff", "--name-only", "--diff-filter=d", base);
  const added = git("ls-files", "--others", "--exclude-standard");
  return [...new Set([...changed, ...added])];
}

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);

function findBase(): string {
  const [origin] = git("for-each-ref", "--format=%(refname)", "refs/remotes/origin/main");
  return origin === undefined ? "HEAD" : git("merge-base", "HEAD", origin)[0]!;
}
