import { UNEXPECTED } from "#app/messages.ts";
import type { IsCutByLeaving } from "./leaving.ts";
import { showToast } from "./toast.ts";

/**
 * What no part of the page has expected is told as a toast (docs/product.md, 3.4); the browser's console has the rest.
 */
export function watchErrors(isCutByLeaving: IsCutByLeaving) {
  const tell = (error: unknown) => {
    // A browser's own note, about a resize or a request that it gave up, is no failure of the page.
    if (!(error instanceof Error) || error.name === "AbortError" || isCutByLeaving(error)) return;
    showToast(UNEXPECTED, { tone: "error" });
  };
  window.addEventListener("error", ({ error }) => tell(error));
  window.addEventListener("unhandledrejection", ({ reason }) => tell(reason));
}
