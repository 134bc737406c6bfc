import type { IsCutByLeaving } from "../leaving.ts";

/** A script that loads once the page contains one of its tags. */
export type Group = { tags: string[]; fetch: () => Promise<unknown> };

/** Loads rare elements when the page is complete. Returns a function that loads more. */
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
  return load;
}
