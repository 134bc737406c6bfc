import type { Brand } from "#app/tenant/brand.ts";
import { ButtonLink } from "#app/ui/button.tsx";

import { t } from "../../../config/language/t.ts";

export function Banner({ brand }: { brand: Brand }) {
  return (
    <section className="banner" aria-labelledby="banner-title">
      <img src={brand.bannerUrl} alt="" width="1600" height="360" />
      <div className="banner-words">
        <h1 id="banner-title">{t("catalogue.banner")}</h1>
        <ButtonLink href="/redeem-voucher" look="outline">
          {t("catalogue.haveCode")}
        </ButtonLink>
      </div>
    </section>
  );
}
