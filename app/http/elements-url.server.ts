import { readFileSync } from "node:fs";

const ENTRY = "app/elements/bundles/index.ts";

/** The URL of the custom elements' script: Vite's own in development, otherwise the built file's hashed name. */
export const elementsUrl = import.meta.env.DEV ? `/${ENTRY}` : findBuiltUrl();

function findBuiltUrl() {
  const manifest: Record<string, { file: string }> = JSON.parse(
    readFileSync("build/client/.vite/manifest.json", "utf8"),
  );
  const built = manifest[ENTRY];
  if (!built) throw new Error(`${ENTRY} is missing in the build: run npm run build`);
  return `/${built.file}`;
}
