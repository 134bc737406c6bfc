import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Every program imports this: Node keeps the compiled code of everything loaded later in `.cache/compile`, beside the
 * sources. Other users of the machine can write to the system's temporary folder, Node's default, and code would run from
 * it. A folder that cannot be written is no error: the program only starts more slowly. NODE_COMPILE_CACHE names another
 * folder, and NODE_DISABLE_COMPILE_CACHE=1 turns it off.
 */
enableCompileCache(fileURLToPath(new URL("../../.cache/compile", import.meta.url)));
