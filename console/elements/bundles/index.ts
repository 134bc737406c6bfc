/* The elements of all pages of the console. */
import { startElements } from "#app/elements/bundles/every-page.ts";

startElements({
  members: { tags: ["command-palette", "live-preview", "passkey-button"], fetch: () => import("./members.ts") },
  region: { tags: ["page-region"], fetch: () => import("./region.ts") },
});
