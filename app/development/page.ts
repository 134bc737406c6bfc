/* Runs on each page in development. Vite's client exchanges style sheets, and React Router's the parts of React pages. */
import { CHANGED, CHANGES, OPENED } from "./scripts.ts";

const [answer] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
// Browsers show it to secure origins only, of which localhost is one.
const changes = answer?.serverTiming?.find(({ name }) => name === CHANGES)?.description;
if (changes !== undefined) import.meta.hot?.send(OPENED, { changes });

import.meta.hot?.on(CHANGED, () => {
  const isReact = "__reactRouterContext" in globalThis;
  if (!isReact) location.reload();
});
