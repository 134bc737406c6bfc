/** The buttons whose form is on the way, each with its own label. */
const busy = new Map<HTMLButtonElement, ChildNode[]>();

/**
 * On submit the button says what is happening ('Signing in...', from `data-busy`) and a second press does nothing. It is
 * not disabled, because that would drop its name and value from the form. A page that comes back from the browser's
 * cache gets its labels back.
 */
export function watchBusyForms() {
  // On window, so that a form whose submit React or an element has prevented is seen as such.
  window.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.defaultPrevented || !(button instanceof HTMLButtonElement)) return;
    if ((event.target as HTMLFormElement).method === "dialog") return;
    if (isBusy(button)) event.preventDefault();
    else setBusy(button);
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) for (const button of busy.keys()) setReady(button);
  });
}

export const isBusy = (button: HTMLButtonElement) => busy.has(button);

export function setBusy(button: HTMLButtonElement) {
  busy.set(button, [...button.childNodes]);
  button.setAttribute("aria-busy", "true");
  if (button.dataset.busy) button.replaceChildren(button.dataset.busy);
}

export function setReady(button: HTMLButtonElement) {
  const label = busy.get(button);
  busy.delete(button);
  button.removeAttribute("aria-busy");
  if (label && button.dataset.busy) button.replaceChildren(...label);
}
