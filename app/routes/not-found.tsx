import { data } from "react-router";

import { NotFound } from "#app/ui/frame/not-found.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../config/language/t.ts";
import { useShop } from "./use-shop.ts";

/** Catches every unknown path. */
export const loader = () => data(null, 404);

export default function NotFoundPage() {
  const shop = useShop();
  return (
    <>
      <PageHead shop={shop} title={t("ui.notFoundTitle")} />
      <NotFound />
    </>
  );
}
