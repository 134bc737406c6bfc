import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Loading } from "#app/ui/loading.tsx";

import { t } from "../../../config/language/t.ts";

export default function LoadingPage() {
  const shop = useShop();
  return (
    <>
      <PageHead shop={shop} title={t("catalogue.loading")} />
      <h1 className="sr">{rich("catalogue.loading")}</h1>
      <Loading>{rich("catalogue.loadingDots")}</Loading>
    </>
  );
}
