import { useNavigation } from "react-router";

import { rich } from "#app/texts/rich.ts";

/**
 * The skip link, and a progress line that shows while React loads data or the next page loads
 * (app/elements/page-progress.ts).
 */
export function PageStart() {
  const isLoading = useNavigation().state !== "idle";
  return (
    <>
      <a className="sr skip" href="#main">
        {rich("ui.skip")}
      </a>
      <page-progress aria-hidden="true" data-busy={isLoading || undefined} />
    </>
  );
}
