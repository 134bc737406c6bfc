import { formatPoints } from "#app/pricing/format-money.ts";
import { loginHref } from "#app/routes/links.ts";
import type { Personal } from "#app/ui/frame/personal-parts.tsx";

/** The shopper's balance, or a way to sign in. `path` is the current page. */
export function OwnCoins({ viewer, unread, path }: Pick<Personal, "viewer" | "unread"> & { path: string }) {
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
