import { keep, readKept } from "./storage.ts";

const KEY = "remembered-users";
const MAX_USERS = 5;

/** Remembers the login's identifier (never a password) if Remember me is ticked, and suggests remembered ones. */
export class RememberMe extends HTMLElement {
  connectedCallback() {
    // Older shops kept e-mail and password pairs here (docs/product.md, 5.1).
    keep("saved users", null);
    this.addEventListener("focusin", this.#suggest);
    this.closest("form")?.addEventListener("submit", this.#remember);
  }

  get #user() {
    return this.querySelector<HTMLInputElement>("[autocomplete=username]");
  }

  #suggest = () => {
    // A page-region's answer removes the list.
    if (document.getElementById(KEY)) return;
    const list = document.createElement("datalist");
    list.id = KEY;
    for (const user of readUsers(readKept(KEY))) list.append(new Option("", user));
    this.closest("form")?.append(list);
    this.#user?.setAttribute("list", KEY);
  };

  #remember = () => {
    const user = this.#user?.value.trim();
    const isWanted = this.querySelector<HTMLInputElement>("[name=remember]")?.checked;
    if (!user) return;
    const others = readUsers(readKept(KEY)).filter((other) => other !== user);
    const users = isWanted ? [user, ...others].slice(0, MAX_USERS) : others;
    keep(KEY, users.length > 0 ? JSON.stringify(users) : null);
  };
}

/** The remembered identifiers; none if the stored text is damaged. */
export function readUsers(stored: string | null): string[] {
  try {
    const users: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(users)
      ? users.filter((user): user is string => typeof user === "string").slice(0, MAX_USERS)
      : [];
  } catch {
    return []; // not ours, or damaged
  }
}
