import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";

export function Banner({ brand }: { brand: Brand }) {
  return (
    <section className="banner" aria-labelledby="banner-title">
      <img src={brand.bannerUrl} alt="" width="1600" height="360" />
      <div className="banner-words">
        <h1 id="banner-title">{rich("catalogue.banner")}</h1>
        <ButtonLink href="/redeem-voucher" look="outline">
          {rich("catalogue.haveCode")}
        </ButtonLink>
      </div>
    </section>
  );
}
