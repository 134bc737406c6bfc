import type { IsCutByLeaving } from "./leaving.ts";
import { showToast } from "./toast.ts";

/** A browser that is too busy skips the transition to the next page, and reports that as an error. */
const isMissedTransition = (error: Error) => error instanceof DOMException && /transition/i.test(error.message);

/** Shows a toast for errors that nothing else handles (docs/product.md, 3.4). The console has the details. */
export function watchErrors(isCutByLeaving: IsCutByLeaving) {
  const report = (error: unknown) => {
    // A browser's notice about a resize or an aborted request is not a failure of the page.
    if (!(error instanceof Error) || error.name === "AbortError") return;
    if (isMissedTransition(error) || isCutByLeaving(error)) return;
    showToast(document.body.dataset.unexpected ?? "", { tone: "error" });
  };
  window.addEventListener("error", ({ error }) => report(error));
  window.addEventListener("unhandledrejection", ({ reason }) => report(reason));
}
