/** Buttons whose form is being sent, with their labels. */
const busy = new Map<HTMLButtonElement, ChildNode[]>();

/**
 * Shows the `data-busy` label after submit and ignores further presses. The button stays enabled: a disabled one drops
 * its name and value from the form.
 */
export function watchBusyForms() {
  // On window, so that React or an element can prevent the submit first.
  window.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.defaultPrevented || !(button instanceof HTMLButtonElement)) return;
    if ((event.target as HTMLFormElement).method === "dialog") return;
    // The answer goes to a frame, and this page stays.
    if (button.formTarget !== "") return;
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
