import { MB } from "#app/base/constants.ts";
import { tellError } from "#app/elements/tell-error.ts";

/**
 * Refuses a file that is too large before it is sent. The server would cut it off, and the values of the other fields would be
 * lost.
 */
export class SizeLimit extends HTMLElement {
  connectedCallback() {
    this.addEventListener("input", this.#check);
  }

  disconnectedCallback() {
    this.removeEventListener("input", this.#check);
  }

  #check = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    const isLarge = [...(field.files ?? [])].some(({ size }) => size > Number(this.getAttribute("megabytes")) * MB);
    const message = isLarge ? this.getAttribute("message")! : "";
    field.setCustomValidity(message);
    tellError(field, message);
  };
}
