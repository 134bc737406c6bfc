import { rich } from "#app/texts/rich.ts";

import { t } from "../../config/language/t.ts";
const LINKS = [
  ["frame.profile", "/profile"],
  ["frame.orderHistory", "/order-history"],
  ["frame.loadCoins", "/redeem-voucher"],
] as const;

export function AccountNav({ current }: { current: (typeof LINKS)[number][1] }) {
  return (
    <nav className="account-nav" aria-label={t("frame.yourAccount")}>
      <ul>
        {LINKS.map(([label, href]) => (
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
