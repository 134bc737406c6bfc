import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { CARD, Drawing } from "#app/ui/illustration.tsx";

import { t } from "../../../config/language/t.ts";

export default function Welcome() {
  const shop = useShop();
  const { brand } = shop;
  return (
    <section className="empty">
      <PageHead
        shop={shop}
        title={t("account.welcome")}
        description={t("account.welcomeDescription", { organization: brand.organizationName })}
      />
      <Drawing of={CARD} />
      <h1>{rich("account.welcomeShop", { shop: brand.productName })}</h1>
      <p className="muted">{rich("account.welcomeText")}</p>
      <ButtonLink href="/">{rich("account.startShopping")}</ButtonLink>
    </section>
  );
}
