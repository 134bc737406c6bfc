/*
 * What plain HTML cannot do by itself. Every page is complete without these; an element changes no light DOM before the
 * shopper's first gesture, because on some pages React still has to take the markup over. Until then state lives in
 * custom states (`:state(...)` in the style sheets) and in places that React renders empty.
 *
 * Here are those that any page may hold; the others come later.
 */
import { watchBusyForms } from "../busy.ts";
import { CopyButton } from "../copy-button.ts";
import { watchDialogs, DialogLink } from "../dialog-link.ts";
import { fetchLater } from "./lazy-elements.ts";
import { watchLeaving } from "../leaving.ts";
import { PageProgress } from "../page-progress.ts";
import { PasswordField } from "../password-field.ts";
import { ToastList } from "../toast-list.ts";
import { watchErrors } from "../error-toasts.ts";

customElements.define("copy-button", CopyButton);
customElements.define("dialog-link", DialogLink);
customElements.define("page-progress", PageProgress);
customElements.define("password-field", PasswordField);
customElements.define("toast-list", ToastList);
watchBusyForms();
watchDialogs();
const isCutByLeaving = watchLeaving();
watchErrors(isCutByLeaving);
fetchLater(isCutByLeaving);

// From now on the server may stream: what comes late will find its place.
const prefix = location.protocol === "https:" ? "__Host-" : "";
document.cookie = `${prefix}js=1; path=/; max-age=${365 * 24 * 60 * 60}; samesite=lax${prefix && "; secure"}`;
