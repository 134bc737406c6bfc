import { controlsOf, fillForm, isButton, isDisabled, labelsOf, type Values } from "./form.ts";
import {
  attribute,
  closest,
  type Element,
  findAll,
  findVisible,
  hasAttribute,
  isInside,
  isNamed,
  nameOf,
  textOf,
  type Tree,
} from "./html.ts";
import type { Page } from "./page.ts";

const PARTS = ["article", "li", "tr", "section", "fieldset", "form", "details", "dialog"];

/** The texts and controls of a page or a part of it. A string must equal the name; a RegExp must match it. */
export class View {
  readonly page: Page;
  readonly tree: Tree;

  constructor(page: Page | undefined, tree: Tree) {
    this.page = page ?? (this as unknown as Page);
    this.tree = tree;
  }

  get text(): string {
    return textOf(this.tree);
  }

  headings = (): string[] =>
    findVisible(this.tree, ({ name }) => /^h[1-6]$/.test(name)).map((heading) => textOf(heading));

  /** The messages that screen readers announce (role=alert and role=status), each text once. */
  alerts(): string[] {
    const isAlert = (element: Element) => ["alert", "status"].includes(attribute(element, "role") ?? "");
    const texts = findVisible(this.tree, isAlert).map((element) => textOf(element));
    return [...new Set(texts)].filter((text) => text !== "");
  }

  links = (): string[] => this.#links().map((link) => nameOf(link, this.page.tree));

  /** Absolute address behind a link. */
  href = (name: string | RegExp): string => new URL(attribute(this.#link(name), "href")!, this.page.url).href;

  follow = (name: string | RegExp): Promise<Page> => this.page.browser.load(this.href(name), {}, this.page.url);

  buttons = (): string[] => findVisible(this.tree, isButton).map((button) => nameOf(button, this.page.tree));

  isDisabled = (button: string | RegExp): boolean => isDisabled(this.#button(button));

  /** The smallest parts (article, list item, row, section, form, ...) that hold this text, in the page's order. */
  parts(text: string | RegExp): View[] {
    const isPart = (element: Element) =>
      PARTS.includes(element.name) &&
      (typeof text === "string" ? textOf(element).includes(text) : text.test(textOf(element)));
    const holding = findVisible(this.tree, isPart);
    return holding
      .filter((element) => !holding.some((other) => other !== element && isInside(other, element)))
      .map((element) => new View(this.page, element));
  }

  part(text: string | RegExp): View {
    const [first] = this.parts(text);
    if (!first) throw new Error(`No part of ${this.page.url} says "${text}":\n${this.text}`);
    return first;
  }

  /** A control's value in the page; undefined for an unchecked box. */
  value(label: string): string | undefined {
    const control = this.#control(label);
    if (control.name === "select") {
      const chosen = findAll(control, (option) => option.name === "option" && hasAttribute(option, "selected"))[0];
      return chosen && (attribute(chosen, "value") ?? textOf(chosen));
    }
    if (control.name === "textarea") return textOf(control);
    const isBox = ["checkbox", "radio"].includes(attribute(control, "type") ?? "");
    return isBox && !hasAttribute(control, "checked")
      ? undefined
      : (attribute(control, "value") ?? (isBox ? "on" : ""));
  }

  isFieldDisabled = (label: string): boolean => isDisabled(this.#control(label));

  fields = (): string[] => visibleControls(this.tree).map((control) => labelsOf(control, this.page.tree)[0] ?? "");

  /** Fills the form of this button and presses it, without the browser's own validation. */
  submit(button: string | RegExp, values: Values = {}): Promise<Page> {
    const pressed = this.#button(button);
    if (isDisabled(pressed)) throw new Error(`"${button}" is disabled`);
    const form = closest(pressed, "form");
    if (!form) throw new Error(`"${button}" is in no form`);
    return this.page.send(fillForm(form, pressed, values, this.page.tree));
  }

  #links = () => findVisible(this.tree, (element) => element.name === "a" && hasAttribute(element, "href"));

  #link = (name: string | RegExp) => pick(this.#links(), name, (link) => nameOf(link, this.page.tree), this.page.url);

  #button = (name: string | RegExp) =>
    pick(findVisible(this.tree, isButton), name, (button) => nameOf(button, this.page.tree), this.page.url);

  #control(label: string): Element {
    const found = visibleControls(this.tree).find((control) => labelsOf(control, this.page.tree).includes(label));
    if (!found)
      throw new Error(`No control is labelled "${label}" on ${this.page.url}; there are: ${this.fields().join(" | ")}`);
    return found;
  }
}

const visibleControls = (tree: Tree) => {
  const visible = new Set(findVisible(tree, () => true));
  return controlsOf(tree).filter((control) => visible.has(control));
};

function pick(elements: Element[], wanted: string | RegExp, name: (element: Element) => string, url: string): Element {
  const found = elements.find((element) => isNamed(name(element), wanted));
  if (!found) throw new Error(`Nothing is called "${wanted}" on ${url}; there are: ${elements.map(name).join(" | ")}`);
  return found;
}
