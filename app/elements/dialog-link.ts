/** Opens the dialog with the id `target` instead of following the link. Modified clicks follow it. */
export class DialogLink extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", this.#open);
  }

  #open = (event: MouseEvent) => {
    const dialog = document.getElementById(this.getAttribute("target") ?? "");
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain || !(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    this.closest<HTMLDetailsElement>("details.menu")?.removeAttribute("open");
    // A dialog that the server opened for clients without JavaScript is not modal.
    if (dialog.open) dialog.close();
    dialog.showModal();
  };
}

/** Closes modal dialogs on `[data-close]` and on the backdrop. Escape also closes the bottom bar's menu. */
export function watchDialogs() {
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    const dialog = target.closest<HTMLDialogElement>("dialog");
    if (!dialog?.matches(":modal")) return;
    if (target.closest("[data-close]")) event.preventDefault();
    else if (target !== dialog || isInside(dialog, event)) return;
    dialog.close();
  });
  document.addEventListener("keydown", ({ key }) => {
    const open = document.querySelector<HTMLDetailsElement>("details.menu[open]");
    if (key !== "Escape" || !open || document.querySelector("dialog:modal")) return;
    open.open = false;
    open.querySelector("summary")?.focus();
  });
}

function isInside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
