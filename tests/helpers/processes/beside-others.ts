import { preload } from "./preload.ts";

const SCRIPT = `import ${JSON.stringify(new URL("../waiting/give-time.ts", import.meta.url).href)};`;

/**
 * NODE_OPTIONS of a program that runs beside other tests: all its parts keep its priority, and deadlines are six times as
 * long while five programs or more want each core, unless it has REAL_DEADLINES. Its own options follow.
 */
export const besideOthers = (options = "") => `${preload(SCRIPT)} ${options}`.trim();
