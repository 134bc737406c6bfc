import { EmptyState } from "../empty-state.tsx";
import { LOST } from "../illustration.tsx";

export function NotFound() {
  return (
    <EmptyState
      drawing={LOST}
      title="We cannot find that page"
      text="The address may be wrong, or the page has moved."
      action={{ href: "/", label: "Go to Home" }}
      isPage
    />
  );
}
