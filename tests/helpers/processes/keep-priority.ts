import { preload } from "./preload.ts";

/** Threads that hash and processes that read files lower their priority. Beside other tests they would get no time. */
const KEEP_PRIORITY = `import os from "node:os";
import { syncBuiltinESMExports } from "node:module";
os.setPriority = () => {};
syncBuiltinESMExports();`;

/** NODE_OPTIONS of a program whose parts all keep its priority, before the program's own options. */
export const keepPriority = (options = "") => `${preload(KEEP_PRIORITY)} ${options}`.trim();
