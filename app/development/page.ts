/*
 * Runs on each page in development. Vite's client replaces style sheets, and React Router's client replaces parts of React pages.
 */
import { fetchIslands } from "./fetch-islands.ts";
import { CHANGED, CHANGES, OPENED } from "./scripts.ts";

const [answer] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
// Browsers expose it to secure origins only; localhost is one.
const changes = answer?.serverTiming?.find(({ name }) => name === CHANGES)?.description;
if (changes !== undefined) import.meta.hot?.send(OPENED, { changes });

/** React does not update these parts. Returns undefined on a page without React. */
const readIslands = async () => ("__reactRouterContext" in globalThis ? fetchIslands() : undefined);

function watchIslands() {
  let islands = readIslands();
  const show = async () => {
    const former = await islands;
    islands = readIslands();
    const newest = await islands;
    if (newest === undefined || newest !== former) location.reload();
  };
  import.meta.hot?.on(CHANGED, () => void show());
}
watchIslands();
