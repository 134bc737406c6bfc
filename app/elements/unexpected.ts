import { UNEXPECTED } from "#app/messages.ts";
import { showToast } from "./toast.ts";

/** What no part of the page has expected is told as a toast (spec, section 8, General); the browser's console has the rest. */
export function watchErrors() {
  window.addEventListener("error", ({ error }) => tell(error));
  window.addEventListener("unhandledrejection", ({ reason }) => tell(reason));
}

/** A browser's own note, about a resize or a request that it gave up, is no failure of the page. */
function tell(error: unknown) {
  if (error instanceof Error && error.name !== "AbortError") showToast(UNEXPECTED, { tone: "error" });
}
