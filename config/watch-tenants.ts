import { watch } from "node:fs";

/** Editors write a file in several steps. One call after the last is enough. */
const SETTLE_MS = 200;

/**
 * Calls `onChange` after files below `dir` changed, also when a ConfigMap's symbolic links are exchanged. Each program
 * watches its own folder. @returns how to end that
 */
export function watchTenants(dir: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dir, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
