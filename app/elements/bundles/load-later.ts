import type { IsCutByLeaving } from "../leaving.ts";
import { REGION_SHOWN } from "../region-shown.ts";

/** A script, and the selectors of its elements. */
export type Group = { tags: string[]; fetch: () => Promise<unknown> };

/** Loads rare elements once the page, or a region that it shows later, contains one. Returns a function that loads more. */
export function loadLater(groups: Record<string, Group>, isCutByLeaving: IsCutByLeaving) {
  /** Every page is complete without these, so a failure is only logged to the console. */
  async function load(fetch: Group["fetch"]) {
    try {
      await fetch();
    } catch (error) {
      if (!isCutByLeaving(error)) console.warn("elements", error);
    }
  }

  function fetchOfPage() {
    for (const { tags, fetch } of Object.values(groups)) if (document.querySelector(tags.join())) void load(fetch);
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", fetchOfPage);
  else fetchOfPage();
  document.addEventListener(REGION_SHOWN, fetchOfPage, { capture: true });
  return load;
}
