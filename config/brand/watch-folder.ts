import { readdirSync, watch } from "node:fs";

/** Editors write a file in several steps. One call after the last is enough. */
const SETTLE_MS = 200;
/** The pause between two looks for a folder that is away or cannot be read. */
const AWAY_MS = 1_000;

/**
 * Calls `onChange` after files below `dir` changed, also when a ConfigMap's symbolic links are replaced. Each program watches its
 * own folder. @returns a function that ends the watch @throws if the folder cannot be read
 */
export function watchFolder(dir: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isAway = false;
  const lookIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(look, ms);
  };
  const begin = () => {
    readdirSync(dir); // watch reports nothing if it finds no folder
    return watch(dir, { recursive: true }, () => lookIn(SETTLE_MS)).on("error", () => lookIn(AWAY_MS));
  };
  let watcher = begin();

  function look() {
    // On Linux, Node keeps watching a replaced file, and never watches the new one in its place. onChange reads files that were
    // replaced before this call.
    const former = watcher;
    const wasAway = isAway;
    try {
      watcher = begin();
      former.close();
      isAway = false;
    } catch {
      isAway = true;
      lookIn(AWAY_MS);
    }
    if (!isAway || !wasAway) onChange(); // which reports a folder that is away, once
  }

  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
