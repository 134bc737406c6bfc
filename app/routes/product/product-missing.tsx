import { CARD } from "#app/ui/illustration.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Alert } from "#app/ui/notice.tsx";

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
