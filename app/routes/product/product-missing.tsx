import { rich } from "#app/texts/rich.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { CARD } from "#app/ui/illustration.tsx";
import { NotLoaded } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";

/** Without a `problem`, there is no product with the id in the URL (docs/product.md, 4.4). */
export function ProductMissing({ problem }: { problem: string | null }) {
  const title = problem ? t("product.notLoaded") : t("product.loading");
  return (
    <>
      {problem && <NotLoaded>{problem}</NotLoaded>}
      <EmptyState drawing={CARD} title={title} action={{ href: "/", label: rich("ui.goHome") }} isPage />
    </>
  );
}
