import type { User } from "#app/commerce/types.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { coinsEndingText } from "#app/ui/coins-ending.tsx";

import { t } from "../../../config/language/t.ts";

type Shop = Pick<Brand, "features"> & { isEmbedded: boolean };
type Place = { path: string; name: string; about: string };
type Holder = Pick<User, "coins" | "coinsEnding">;

const describeCoins = ({ coins, coinsEnding }: Holder) =>
  [t("own.coinsAbout", { count: coins / 100, coins: formatPoints(coins) }), coinsEnding && coinsEndingText(coinsEnding)]
    .filter(Boolean)
    .join(" · ");

/** The pages of an account that this shop has, in the order of their use. */
export function listPlaces({ features, isEmbedded }: Shop, viewer: Holder | null): Place[] {
  const places: (Place & { isThere?: boolean })[] = [
    { path: "/order-history", name: t("frame.orderHistory"), about: t("own.ordersAbout") },
    { path: "/wallet", name: t("frame.wallet"), about: t("own.walletAbout"), isThere: features.wallet },
    { path: "/redeem-voucher", name: t("frame.loadCoins"), about: viewer ? describeCoins(viewer) : "" },
    { path: "/order-history?coins=open#coin-history", name: t("orders.coinHistory"), about: t("own.ledgerAbout") },
    { path: "/edit-profile", name: t("account.editProfile"), about: t("own.profileAbout") },
    { path: "/account/details", name: t("own.details"), about: t("own.detailsAbout"), isThere: isEmbedded },
    {
      path: "/change-password",
      name: t("account.changePassword"),
      about: t("own.passwordAbout"),
      isThere: features.passwordChange,
    },
    { path: "/sessions", name: t("account.yourDevices"), about: t("own.devicesAbout"), isThere: features.sessions },
    {
      path: "/confirm-phone",
      name: t("own.messages"),
      about: t("own.messagesAbout"),
      isThere: features.phoneSignIn,
    },
    { path: "/account/delete", name: t("own.delete"), about: t("own.deleteAbout"), isThere: isEmbedded },
  ];
  return places.filter(({ isThere = true }) => isThere);
}
