import { useNavigation } from "react-router";

/**
 * What stands before a page's header: the way past it, and the line while something loads, be it another page
 * (app/elements/page-progress.ts) or data where React runs.
 */
export function PageStart() {
  const isLoading = useNavigation().state !== "idle";
  return (
    <>
      <a className="sr skip" href="#main">
        Skip to content
      </a>
      <page-progress aria-hidden="true" data-busy={isLoading || undefined} />
    </>
  );
}
