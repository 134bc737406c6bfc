import type { Group } from "./load-later.ts";

const fetchForm = () => import("./form.ts");

/** Scripts that load once the page contains an element of theirs. */
export const LATER = {
  account: { tags: ["image-carousel", "remember-me"], fetch: () => import("./account.ts") },
  buying: { tags: ["buy-card", "cart-form"], fetch: () => import("./buying.ts") },
  codes: { tags: ["otp-boxes", "sms-code", "ticket-tools", "voucher-code"], fetch: () => import("./codes.ts") },
  form: { tags: ["checked-form[until-valid]"], fetch: fetchForm },
  order: { tags: ["order-watch"], fetch: () => import("./order.ts") },
  region: { tags: ["auto-submit", "filter-dialog", "page-region"], fetch: () => import("./region.ts") },
} satisfies Record<string, Group>;

/** Scripts that load once somebody points at an element of theirs, or focuses a field in it. */
const ON_USE: Group[] = [
  { tags: ["amount-check", "checked-form", "phone-field"], fetch: fetchForm },
  {
    tags: ["search-box"],
    fetch: async () => customElements.define("search-box", (await import("../search-box.ts")).SearchBox),
  },
];

export function loadOnUse(load: (fetch: Group["fetch"]) => Promise<void>) {
  for (const { tags, fetch } of ON_USE) {
    const isOver = new AbortController();
    const onUse = (target: Element | null) => {
      if (isOver.signal.aborted || !target?.closest(tags.join())) return;
      isOver.abort();
      void load(fetch);
    };
    for (const type of ["pointerover", "focusin"])
      document.addEventListener(type, ({ target }) => onUse(target as Element), isOver);
    onUse(document.activeElement);
  }
}
