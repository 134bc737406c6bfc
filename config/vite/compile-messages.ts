import { readFileSync } from "node:fs";

import compile from "icu-minify/compile";
import type { Plugin } from "vite";

const SUFFIX = ".json?compiled";

/** Imports `cart.json?compiled` as compiled messages, so that browsers need no parser. */
export const compileMessages: Plugin = {
  name: "compile-messages",
  enforce: "pre",
  load(id) {
    if (!id.endsWith(SUFFIX)) return;
    const file = id.replace("?compiled", "");
    this.addWatchFile(file);
    const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
    const messages = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(text)]));
    return { code: `export default ${JSON.stringify(messages)}`, moduleType: "js" };
  },
};
