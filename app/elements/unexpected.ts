import { UNEXPECTED } from "#app/messages.ts";
import { showToast } from "./toast.ts";

/** What no part of the page has expected is told as a toast (spec, section 8, General); the browser's console has the rest. */
export function watchErrors() {
  const tell = () => showToast(UNEXPECTED, { tone: "error" });
  // Without an error it is no script of ours that failed, such as a browser's note about a resize.
  window.addEventListener("error", ({ error }) => error instanceof Error && tell());
  window.addEventListener("unhandledrejection", tell);
}
