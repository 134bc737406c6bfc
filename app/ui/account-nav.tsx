import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";

import { t } from "../../config/language/t.ts";

const LINKS = [
  ["frame.profile", "/profile"],
  ["frame.orderHistory", "/order-history"],
  ["frame.wallet", "/wallet"],
  ["frame.loadCoins", "/redeem-voucher"],
] as const;

type AccountNavProps = { brand: Pick<Brand, "features">; current: (typeof LINKS)[number][1] };

export function AccountNav({ brand, current }: AccountNavProps) {
  const links = LINKS.filter(([, href]) => href !== "/wallet" || brand.features.wallet);
  return (
    <nav className="account-nav" aria-label={t("frame.yourAccount")}>
      <ul>
        {links.map(([label, href]) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? "page" : undefined}>
              {rich(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
