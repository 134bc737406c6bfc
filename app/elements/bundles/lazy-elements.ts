import type { IsCutByLeaving } from "../leaving.ts";

/** The elements' files that are fetched once the page holds one of their tags. */
export const LATER = {
  account: { tags: ["image-carousel", "remember-me"], fetch: () => import("./account.ts") },
  document: {
    tags: [
      ...["amount-check", "auto-submit", "order-watch", "otp-boxes", "page-region", "ticket-tools", "voucher-code"],
    ],
    fetch: () => import("./document.ts"),
  },
  form: {
    tags: ["buy-card", "checked-form", "phone-field", "quantity-stepper"],
    fetch: () => import("./form.ts"),
  },
};

/** Elements that few pages hold come when the page is whole; the search's suggestions once somebody is in its field. */
export function fetchLater(isCutByLeaving: IsCutByLeaving) {
  /** Every page is complete without: what cannot be fetched is said to whoever looks, and to nobody else. */
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
