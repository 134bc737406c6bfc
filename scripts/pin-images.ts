// `npm run pin-images` writes the digest that each image's tag has today; `-- --check` refuses an image without one.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const FILES = ["Dockerfile", "compose.yaml", "docs/cluster/compose.yaml"];

/** `FROM name:tag[@digest]` and `image: name:tag[@digest]`; a stage of the same Dockerfile has no tag. */
const IMAGE = /(?<before>^FROM +|^ *image: +)(?<tag>[\w./-]+:[\w.-]+)(?<digest>@\S*)?/gm;
const DIGEST = /^@sha256:[0-9a-f]{64}$/;

export const findUnpinned = (text: string): string[] =>
  [...text.matchAll(IMAGE)].flatMap(({ groups }) => (DIGEST.test(groups!.digest ?? "") ? [] : [groups!.tag!]));

/** @param digestOf a tag's digest, such as `sha256:…` */
export const pin = (text: string, digestOf: (tag: string) => string): string =>
  text.replace(IMAGE, (_all, before: string, tag: string) => `${before}${tag}@${digestOf(tag)}`);

/** The digest of the whole list of platforms, so that the same line serves them all. @throws if the registry returns none */
function askRegistry(tag: string): string {
  const args = ["buildx", "imagetools", "inspect", tag, "--format", "{{json .Manifest}}"];
  const { status, stdout, stderr } = spawnSync("docker", args, { encoding: "utf8" });
  const digest: unknown = status === 0 ? JSON.parse(stdout).digest : null;
  if (typeof digest !== "string" || !DIGEST.test(`@${digest}`)) throw new Error(`${tag}: no digest: ${stderr}`);
  return digest;
}

if (import.meta.main) {
  for (const file of FILES) {
    const text = readFileSync(file, "utf8");
    if (process.argv.includes("--check")) {
      for (const tag of findUnpinned(text)) {
        console.error(`${file}: ${tag} has no digest (npm run pin-images)`);
        process.exitCode = 1;
      }
    } else writeFileSync(file, pin(text, askRegistry));
  }
}
