import { href } from "react-router";

import { backendContext } from "#app/request/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { OtherLanguages } from "#app/ui/frame/other-languages.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/account";
import { listPlaces } from "./places.ts";

export const loader = ({ context }: Route.LoaderArgs) => ({ isEmbedded: context.get(backendContext).isEmbedded });

/** One page from which everything about the account can be reached. */
export default function Account({ loaderData, matches }: Route.ComponentProps) {
  const shop = useShop();
  const { viewer } = matches[1].loaderData;
  const places = listPlaces({ ...shop.brand, isEmbedded: loaderData.isEmbedded }, viewer);
  return (
    <div className="narrow">
      <PageHead shop={shop} title={t("frame.yourAccount")} />
      <AccountNav brand={shop.brand} current="/profile" />
      <h1>{rich("frame.yourAccount")}</h1>
      {viewer && (
        <p className="lead">
          <bdi>{viewer.username}</bdi> {viewer.email && <span className="muted">{viewer.email}</span>}
        </p>
      )}
      <ul className="account-places">
        {places.map(({ path, name, about }) => (
          <li key={path}>
            <a href={path}>
              <b>{marked(name)}</b> <span className="muted small">{marked(about)}</span>
            </a>
          </li>
        ))}
      </ul>
      {shop.brand.languages.length > 1 && (
        <nav aria-labelledby="account-language">
          <h2 id="account-language">{rich("own.language")}</h2>
          <ul className="account-languages">
            <OtherLanguages languages={shop.brand.languages} />
          </ul>
        </nav>
      )}
      <p className="small">{rich("own.alsoPrivacy", { link: (parts) => <a href={href("/privacy")}>{parts}</a> })}</p>
    </div>
  );
}
