import { readFileSync } from "node:fs";

type Script = {
  /** The app's build for browsers, such as "build/client". */
  client: string;
  /** The path from the folder of its Vite configuration. */
  entry: string;
};

/** The URL of the custom elements' script: Vite's own in development, otherwise the built file's hashed name. */
export const findElementsUrl = (script: Script) => (import.meta.env.DEV ? `/${script.entry}` : findBuiltUrl(script));

function findBuiltUrl({ client, entry }: Script) {
  const manifest: Record<string, { file: string }> = JSON.parse(readFileSync(`${client}/.vite/manifest.json`, "utf8"));
  const built = manifest[entry];
  if (!built) throw new Error(`${entry} is missing in the build: run npm run build`);
  return `/${built.file}`;
}
