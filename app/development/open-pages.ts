import type { HotPayload, ViteDevServer } from "vite";

import { toOverlay } from "./error-page.ts";
import { OPENED } from "./scripts.ts";

/** The pages that are open in browsers. Each has a connection to the Vite of its program. */
export function createOpenPages() {
  let vites: ViteDevServer[] = [];
  /** The number of changes that were sent to open pages. */
  let changes = 0;
  return {
    changes: () => changes,

    /** Counts a change that a Vite sends by itself. */
    noteChange: () => void changes++,

    /**
     * Sends the later changes to the pages of these. A page that connects after a change has missed the change.
     * @param findFault returns an error that answers do not show, for pages that open later
     */
    connect(all: ViteDevServer[], findFault: () => Error | undefined) {
      vites = all;
      for (const { environments } of vites)
        environments.client.hot.on(OPENED, (page: { changes: string }, client) => {
          const fault = findFault();
          if (page.changes !== String(changes)) client.send({ type: "full-reload" });
          else if (fault !== undefined) client.send(toOverlay(fault));
        });
    },

    send(payload: HotPayload) {
      changes++;
      for (const { environments } of vites) environments.client.hot.send(payload);
    },
  };
}
