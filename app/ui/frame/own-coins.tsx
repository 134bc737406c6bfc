import { loginHref } from "#app/base/login-href.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import { rich } from "#app/texts/rich.ts";

type OwnCoinsProps = { viewer: { coins: number } | null; unread?: object | null; path?: string };

/** The shopper's balance in hundredths, or a way to sign in. `path` is the current page. */
export function OwnCoins({ viewer, unread, path = "" }: OwnCoinsProps) {
  if (unread) return null;
  return (
    <p className="small">
      {viewer
        ? rich("frame.ownCoins", { coins: formatPoints(viewer.coins) })
        : rich("frame.signInForCoins", { link: (parts) => <a href={loginHref(path)}>{parts}</a> })}
    </p>
  );
}
