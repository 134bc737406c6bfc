import type { Group } from "./load-later.ts";

/** Scripts that load once the page contains one of their tags. */
export const LATER = {
  account: { tags: ["image-carousel", "remember-me"], fetch: () => import("./account.ts") },
  document: {
    tags: ["amount-check", "auto-submit", "order-watch", "otp-boxes", "page-region", "ticket-tools", "voucher-code"],
    fetch: () => import("./document.ts"),
  },
  form: {
    tags: ["buy-card", "cart-form", "checked-form", "phone-field"],
    fetch: () => import("./form.ts"),
  },
} satisfies Record<string, Group>;

/** Loads suggestions when the search field gets the focus. */
export function loadSearchOnFocus(load: (fetch: Group["fetch"]) => Promise<void>) {
  function fetchSearch() {
    if (!document.activeElement?.closest("search-box")) return;
    document.removeEventListener("focusin", fetchSearch);
    void load(async () => customElements.define("search-box", (await import("../search-box.ts")).SearchBox));
  }

  document.addEventListener("focusin", fetchSearch);
  fetchSearch();
}
