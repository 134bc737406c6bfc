import { loginHref } from "#app/base/login-href.ts";
import { formatPoints } from "#app/pricing/format-money.ts";

type OwnCoinsProps = { viewer: { coins: number } | null; unread?: object | null; path?: string };

/** The shopper's balance in hundredths, or a way to sign in. `path` is the current page. */
export function OwnCoins({ viewer, unread, path = "" }: OwnCoinsProps) {
  if (unread) return null;
  return (
    <p className="small">
      {viewer ? (
        `You have ${formatPoints(viewer.coins)} coins.`
      ) : (
        <>
          <a href={loginHref(path)}>Sign in</a> to use coins.
        </>
      )}
    </p>
  );
}
