import { attribute, closest, type Element, findAll, hasAttribute, isNamed, textOf, tidy, type Tree } from "./html.ts";

/** A shopper's input: text, the text of an option, true or false for a box, true for a radio. */
export type Values = Record<string, string | boolean>;
type Pair = [name: string, value: string];
export type Submission = { method: "GET" | "POST"; action: string; type: string; pairs: Pair[] };

const CONTROLS = ["input", "select", "textarea"];
const isCheckable = (control: Element) => ["checkbox", "radio"].includes(typeOf(control));

const typeOf = (control: Element) => (control.name === "input" ? (attribute(control, "type") ?? "text") : control.name);

export const isButton = (element: Element) =>
  element.name === "button" || (element.name === "input" && ["submit", "image"].includes(typeOf(element)));

/** Disabled itself or by a fieldset around it (the legend's exception is not used here). */
export const isDisabled = (control: Element): boolean => {
  const fieldset = closest(control, "fieldset");
  return hasAttribute(control, "disabled") || (fieldset ? isDisabled(fieldset) : false);
};

/** Every name under which a shopper finds a control: its labels, aria-label, placeholder. */
export function labelsOf(control: Element, tree: Tree): string[] {
  const isControl = (inner: Element) => CONTROLS.includes(inner.name);
  const id = attribute(control, "id");
  const around = closest(control, "label");
  const labels = findAll(tree, (element) => element.name === "label" && !!id && attribute(element, "for") === id);
  const referred = (attribute(control, "aria-labelledby") ?? "")
    .split(/\s+/)
    .flatMap((other) => findAll(tree, (element) => !!other && attribute(element, "id") === other));
  const texts = [...labels, ...(around ? [around] : []), ...referred].map((label) => textOf(label, isControl));
  return [...texts, attribute(control, "aria-label") ?? "", attribute(control, "placeholder") ?? ""]
    .map(tidy)
    .filter((text) => text !== "");
}

export const controlsOf = (tree: Tree) => findAll(tree, (element) => CONTROLS.includes(element.name));

/**
 * The entries that a browser without JavaScript sends (HTML, "constructing the entry list"): named, enabled controls, the
 * checked boxes, the pressed button. It ignores `form=` and `formaction`, as some browsers do, and checks no constraint.
 * @throws when a value fits no control, or the control is disabled
 */
export function fillForm(form: Element, button: Element, values: Values, page: Tree): Submission {
  const controls = controlsOf(form);
  const entered = new Map<Element, string | boolean>();
  for (const [label, value] of Object.entries(values)) {
    const control = controls.find((candidate) => labelsOf(candidate, page).some((text) => isNamed(text, label)));
    if (!control) {
      const known = controls.flatMap((candidate) => labelsOf(candidate, page));
      throw new Error(`No control is labelled "${label}"; there are: ${known.join(" | ")}`);
    }
    if (isDisabled(control)) throw new Error(`"${label}" is disabled`);
    entered.set(control, value);
  }
  const chosenGroups = [...entered.keys()]
    .filter((control) => typeOf(control) === "radio")
    .map((radio) => radio.attribs.name);
  const pairs = controls.flatMap((control): Pair[] => {
    const name = attribute(control, "name");
    if (!name || isDisabled(control) || isButton(control) || typeOf(control) === "button") return [];
    const value = entered.get(control);
    if (!isCheckable(control)) return [[name, valueOf(control, value)]];
    const isElsewhere = typeOf(control) === "radio" && chosenGroups.includes(name) && value === undefined;
    const isChecked = value === undefined ? hasAttribute(control, "checked") && !isElsewhere : value === true;
    return isChecked ? [[name, attribute(control, "value") ?? "on"]] : [];
  });
  const buttonName = attribute(button, "name");
  if (buttonName) pairs.push([buttonName, attribute(button, "value") ?? ""]);
  return {
    method: attribute(form, "method")?.toUpperCase() === "POST" ? "POST" : "GET",
    action: attribute(form, "action") ?? "",
    type: attribute(form, "enctype") ?? "application/x-www-form-urlencoded",
    pairs,
  };
}

function valueOf(control: Element, entered: string | boolean | undefined): string {
  if (control.name === "select") return optionValue(control, entered);
  if (typeof entered === "string") return entered.replace(/\r?\n/g, control.name === "textarea" ? "\r\n" : "");
  if (control.name === "textarea") return control.children.map((child) => ("data" in child ? child.data : "")).join("");
  return attribute(control, "value") ?? "";
}

function optionValue(select: Element, entered: string | boolean | undefined): string {
  const options = findAll(select, (element) => element.name === "option");
  const valueOfOption = (option: Element) => attribute(option, "value") ?? textOf(option);
  const chosen =
    entered === undefined
      ? (options.find((option) => hasAttribute(option, "selected")) ?? options.find((option) => !isDisabled(option)))
      : options.find((option) => textOf(option) === entered || valueOfOption(option) === entered);
  if (entered !== undefined && !chosen) {
    throw new Error(`No option "${entered}"; there are: ${options.map((option) => textOf(option)).join(" | ")}`);
  }
  return chosen ? valueOfOption(chosen) : "";
}
