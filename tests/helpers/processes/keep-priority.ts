/** Its threads that hash, and its processes that read files, would get no time beside other tests at a lower priority. */
const KEEP_PRIORITY = `import os from "node:os";
import { syncBuiltinESMExports } from "node:module";
os.setPriority = () => {};
syncBuiltinESMExports();`;

/** NODE_OPTIONS of a program whose parts all keep its priority, before the program's own options. */
export const keepPriority = (options = "") =>
  `--import=data:text/javascript,${encodeURIComponent(KEEP_PRIORITY)} ${options}`.trim();
