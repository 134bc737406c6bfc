import { findErrors } from "#app/forms/check.ts";
import type { FormRules } from "#app/forms/rules.ts";
import { readRules } from "#app/forms/rules-text.ts";

import { REGION_SHOWN } from "./region-shown.ts";
import { tellError } from "./tell-error.ts";

/**
 * Checks a form by the server's rules: each field when it is left and then on each change, all at submit. A field's error
 * clears while it is typed in. `only-if` ("delivery=gift") limits the rules to one choice. `until-valid` disables the
 * buttons while a rule is broken.
 */
export class CheckedForm extends HTMLElement {
  #rules: FormRules = {};
  #touched = new Set<string>();
  /** Values that the server refused for a reason beyond the rules, by field. */
  #refused = new Map<string, string>();

  connectedCallback() {
    this.#takeOver();
    this.addEventListener("focusout", ({ target }) => this.#touch(target));
    this.addEventListener("input", ({ target }) => this.#showErrors(target));
    // Some password managers send only this event.
    this.addEventListener("change", this.#update);
    this.addEventListener("submit", this.#onSubmit);
    this.addEventListener("mousedown", keepFocus);
    this.closest("page-region")?.addEventListener(REGION_SHOWN, this.#takeOver);
    // Browsers restore typed values only after pageshow.
    window.addEventListener("pageshow", this.#update);
  }

  disconnectedCallback() {
    window.removeEventListener("pageshow", this.#update);
  }

  get #form() {
    return this.querySelector("form")!;
  }

  #field = (name: string) => this.#form.elements.namedItem(name) as HTMLInputElement;

  #takeOver = () => {
    // An answer may have brought other fields, and other rules.
    const rules = Object.entries(readRules(this.getAttribute("rules") ?? "{}"));
    this.#rules = Object.fromEntries(rules.filter(([name]) => this.#field(name)));
    for (const name of this.#touched) if (!(name in this.#rules)) this.#touched.delete(name);
    this.#form.noValidate = true;
    this.#refused.clear();
    const errors = this.#findErrors();
    for (const [name, { checks }] of Object.entries(this.#rules)) {
      const field = this.#field(name);
      if (field.ariaInvalid === "true") {
        this.#touched.add(name);
        if (!errors[name]) this.#refused.set(name, field.value);
      }
      for (const check of checks) {
        if (check.kind === "day" && check.first) field.min = check.first;
        if (check.kind === "day" && check.last) field.max = check.last;
      }
    }
    this.#update();
  };

  #touch(target: EventTarget | null) {
    const { name } = target as HTMLInputElement;
    if (!(name in this.#rules)) return;
    this.#touched.add(name);
    this.#update();
  }

  #findErrors() {
    const values = new FormData(this.#form);
    const [name, value] = this.getAttribute("only-if")?.split("=") ?? [];
    return name && values.get(name) !== value ? {} : findErrors(values, this.#rules);
  }

  #update = () => this.#showErrors();

  #showErrors(typedIn: EventTarget | null = null) {
    const errors = this.#findErrors();
    for (const name of this.#touched) {
      const field = this.#field(name);
      const isRefused = this.#refused.get(name) === field.value;
      if (field === typedIn) tellError(field, "");
      else if (errors[name] || !isRefused) tellError(field, errors[name] ?? "");
    }
    this.#foldList();
    if (!this.hasAttribute("until-valid")) return;
    for (const button of this.querySelectorAll<HTMLButtonElement>("button:not([type=button])"))
      button.disabled = Object.keys(errors).length > 0;
  }

  /** Hides corrected fields in the list of wrong fields, and the list if none is left. React may own these elements. */
  #foldList() {
    for (const list of this.querySelectorAll<HTMLElement>("[data-problem] ul")) {
      for (const link of list.querySelectorAll<HTMLAnchorElement>("a"))
        link.parentElement!.hidden = document.getElementById(link.hash.slice(1))?.ariaInvalid !== "true";
      const isDone = !list.querySelector("li:not([hidden])");
      const box = list.closest<HTMLElement>("[data-problem]")!;
      const hasText = box.getAttribute("role") === "alert";
      for (const part of hasText ? [list, list.previousElementSibling as HTMLElement] : [box]) part.hidden = isDone;
    }
  }

  #onSubmit = (event: SubmitEvent) => {
    const wrong = Object.keys(this.#findErrors());
    for (const name of wrong) this.#touched.add(name);
    this.#update();
    if (wrong.length === 0) return;
    event.preventDefault();
    if (Object.keys(this.#rules).length > 1) this.#list(wrong.map(this.#field));
    else this.#field(wrong[0]!).focus();
  };

  /** Replaces the list of wrong fields. */
  #list(wrong: HTMLInputElement[]) {
    const template = this.querySelector("template");
    const list = template?.content.cloneNode(true) as DocumentFragment | undefined;
    const box = list?.firstElementChild as HTMLElement | null | undefined;
    if (!template || !list || !box) return wrong[0]?.focus();
    for (const field of wrong) {
      const link = document.createElement("a");
      link.href = `#${field.id}`;
      link.textContent = field.labels?.[0]?.textContent ?? field.name;
      const item = document.createElement("li");
      item.append(link);
      box.querySelector("ul")?.append(item);
    }
    const title = box.dataset[wrong.length === 1 ? "one" : "several"] ?? "";
    box.ariaLabel = title;
    box.querySelector("p")!.textContent = title;
    for (const old of this.querySelectorAll("[data-problem]")) old.remove();
    template.before(list);
    box.focus();
  }
}

/** A press on a button must not blur the field first: the error would move the button away before the release. */
function keepFocus(event: MouseEvent) {
  if ((event.target as Element).closest("button")) event.preventDefault();
}
