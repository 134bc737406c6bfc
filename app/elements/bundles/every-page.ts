/*
 * The elements of all pages; every page is complete without them. An element must not change the light DOM before the first
 * gesture, because React may still hydrate it. Until then, use `:state(...)` and containers that React keeps empty.
 */
import { watchBusyForms } from "../busy.ts";
import { CopyButton } from "../copy-button.ts";
import { DialogLink, watchDialogs } from "../dialog-link.ts";
import { watchErrors } from "../error-toasts.ts";
import { watchLeaving } from "../leaving.ts";
import { PageProgress } from "../page-progress.ts";
import { PasswordField } from "../password-field.ts";
import { ToastList } from "../toast-list.ts";
import { type Group, loadLater } from "./load-later.ts";

/** Defines them, and loads the elements of these groups once the page contains one. Returns a function that loads more. */
export function startElements(later: Record<string, Group>): (fetch: Group["fetch"]) => Promise<void> {
  customElements.define("copy-button", CopyButton);
  customElements.define("dialog-link", DialogLink);
  customElements.define("page-progress", PageProgress);
  customElements.define("password-field", PasswordField);
  customElements.define("toast-list", ToastList);
  watchBusyForms();
  watchDialogs();
  const isCutByLeaving = watchLeaving();
  watchErrors(isCutByLeaving);
  const load = loadLater(later, isCutByLeaving);

  // Allows the server to stream pages.
  const prefix = location.protocol === "https:" ? "__Host-" : "";
  document.cookie = `${prefix}js=1; path=/; max-age=${365 * 24 * 60 * 60}; samesite=lax${prefix && "; secure"}`;
  return load;
}
