import type { IsCutByLeaving } from "../leaving.ts";

/** Scripts that load once the page contains one of their tags. */
export const LATER = {
  account: { tags: ["image-carousel", "remember-me"], fetch: () => import("./account.ts") },
  console: { tags: ["command-palette", "live-preview", "passkey-button"], fetch: () => import("./console.ts") },
  document: {
    tags: [
      ...["amount-check", "auto-submit", "order-watch", "otp-boxes", "page-region", "ticket-tools", "voucher-code"],
    ],
    fetch: () => import("./document.ts"),
  },
  form: {
    tags: ["buy-card", "cart-form", "checked-form", "phone-field"],
    fetch: () => import("./form.ts"),
  },
};

/** Loads rare elements when the page is complete, and suggestions when the search field gets the focus. */
export function fetchLater(isCutByLeaving: IsCutByLeaving) {
  /** Every page is complete without these, so a failure is only logged to the console. */
  async function load(fetch: () => Promise<unknown>) {
    try {
      await fetch();
    } catch (error) {
      if (!isCutByLeaving(error)) console.warn("elements", error);
    }
  }

  function fetchOfPage() {
    for (const { tags, fetch } of Object.values(LATER)) if (document.querySelector(tags.join())) void load(fetch);
  }

  function fetchSearch() {
    if (!document.activeElement?.closest("search-box")) return;
    document.removeEventListener("focusin", fetchSearch);
    void load(async () => customElements.define("search-box", (await import("../search-box.ts")).SearchBox));
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", fetchOfPage);
  else fetchOfPage();
  document.addEventListener("focusin", fetchSearch);
  fetchSearch();
}
