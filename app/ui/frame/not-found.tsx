import { t } from "../../../config/language/t.ts";
import { EmptyState } from "../empty-state.tsx";
import { LOST } from "../illustration.tsx";

export function NotFound() {
  return (
    <EmptyState
      drawing={LOST}
      title={t("ui.notFound")}
      text={t("ui.notFoundText")}
      action={{ href: "/", label: t("ui.goHome") }}
      isPage
    />
  );
}
