import { rich } from "#app/texts/rich.ts";

import { EmptyState } from "../empty-state.tsx";
import { LOST } from "../illustration.tsx";

export function NotFound() {
  return (
    <EmptyState
      drawing={LOST}
      title={rich("ui.notFound")}
      text={rich("ui.notFoundText")}
      action={{ href: "/", label: rich("ui.goHome") }}
      isPage
    />
  );
}
