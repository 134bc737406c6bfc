import { PREVIEW_PAUSE_MS } from "#app/base/constants.ts";
import { fetchPage, fieldsOf } from "#app/elements/fetch-page.ts";
import { tellError } from "#app/elements/tell-error.ts";

const NOT_SAVED = "The draft could not be saved. What you typed is still here: press Save draft.";

/**
 * Keeps the frame of its form up to date while somebody types. After a pause it saves the draft, as the form's own button does,
 * and loads the frame again. The focus and the typed values stay.
 */
export class LivePreview extends HTMLElement {
  #timer = 0;
  #frames = 0;
  /** The last of the pending saves. Saves run in turn, because each one changes the draft that the one before has left. */
  #saving: Promise<void> | null = null;

  connectedCallback() {
    this.addEventListener("input", this.#onInput);
    this.addEventListener("submit", this.#onSubmit);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  get #form() {
    return this.querySelector("form")!;
  }

  #onInput = ({ target }: Event) => {
    const { name } = target as HTMLInputElement;
    if (name === "preview-width") return; // the style sheet alone handles it
    if (name.startsWith("preview-")) return this.#show();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#update(), PREVIEW_PAUSE_MS);
  };

  /** A save changes the draft's id, which the form must send, so a submit waits for a save under way. */
  #onSubmit = (event: SubmitEvent) => {
    if ((event.submitter as HTMLButtonElement | null)?.formTarget) return;
    clearTimeout(this.#timer);
    if (this.#saving === null) return;
    event.preventDefault();
    void this.#saving.then(() => this.#form.requestSubmit(event.submitter));
  };

  async #update() {
    const saving = (this.#saving ?? Promise.resolve()).then(() => this.#save());
    this.#saving = saving;
    await saving;
    if (this.#saving !== saving) return; // the next update shows the newer draft
    this.#saving = null;
    this.#show();
  }

  async #save() {
    const form = this.#form;
    const body = fieldsOf(form);
    body.set("stay", "on");
    const answer = await fetchPage(new URL(form.action), { body }).catch(() => null);
    const saved = answer?.page?.querySelector("live-preview");
    const status = this.querySelector(".save-state")!;
    if (!saved) {
      status.textContent = NOT_SAVED;
      return;
    }
    status.textContent = saved.querySelector(".save-state")!.textContent;
    document.querySelector("main > .notice.error:not(:has(table))")?.remove(); // it belongs to a former answer
    const findings = (root: Element) => root.querySelector(".colour-findings");
    findings(this)?.replaceChildren(...(findings(saved)?.childNodes ?? []));
    const seen = (root: Element) => root.querySelector<HTMLInputElement>("[name=seen]")!;
    seen(this).value = seen(saved).value;
    for (const field of this.querySelectorAll<HTMLElement>("[id][name]"))
      tellError(field, saved.querySelector(`[id="${field.id}-error"] span`)?.textContent ?? "");
  }

  /** Loads another frame behind the one that is shown: this adds nothing to the browser's history, and nothing flickers. */
  #show() {
    this.querySelector("iframe.coming")?.remove();
    const button = this.querySelector<HTMLButtonElement>("[formtarget]")!;
    const shown = this.querySelector("iframe")!;
    const coming = shown.cloneNode() as HTMLIFrameElement;
    // A new name: Chromium would still find the other frame by its name, even after a change of the attribute.
    coming.name = button.formTarget = `preview-${++this.#frames}`;
    coming.removeAttribute("src"); // the form's answer replaces it
    coming.classList.add("coming");
    shown.after(coming);
    coming.addEventListener("load", () => {
      if (coming.contentDocument?.URL === "about:blank") return;
      const top = shown.contentDocument?.scrollingElement?.scrollTop ?? 0;
      coming.contentDocument?.scrollingElement?.scrollTo(0, top);
      shown.remove();
      coming.classList.remove("coming");
    });
    this.#form.requestSubmit(button);
  }
}
