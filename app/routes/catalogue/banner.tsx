import type { Brand } from "#app/tenant/brand.ts";
import { ButtonLink } from "#app/ui/button.tsx";

export function Banner({ brand }: { brand: Brand }) {
  return (
    <section className="banner" aria-labelledby="banner-title">
      <img src={brand.bannerUrl} alt="" width="1600" height="360" />
      <div className="banner-words">
        <h1 id="banner-title">Gift cards from brands across India, in minutes</h1>
        <ButtonLink href="/redeem-voucher" look="outline">
          Have a code? Load Coins
        </ButtonLink>
      </div>
    </section>
  );
}
