import { CARD } from "./drawing.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Alert } from "./notice.tsx";

/** A product page without a product; `problem`: why it could not be loaded. */
export function ProductMissing({ problem }: { problem: string | null }) {
  const title = problem ? "We could not load this gift card" : "Loading";
  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      <EmptyState drawing={CARD} title={title} action={{ href: "/", label: "Go to Home" }} isPage />
    </>
  );
}
