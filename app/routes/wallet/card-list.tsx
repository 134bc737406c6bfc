import Search from "lucide/dist/esm/icons/search.mjs";
import { href } from "react-router";

import type { WalletCard } from "#app/commerce/types.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { CARD } from "#app/ui/illustration.tsx";

import { t } from "../../../config/language/t.ts";
import { Pass } from "./pass.tsx";
import { type Shelf, SHELVES, walletHref, type WalletView } from "./wallet-view.ts";

/** Pictures that the first screen shows. */
const EAGER = 3;

type CardListProps = {
  shown: WalletCard[];
  counts: Record<Shelf, number>;
  hasCards: boolean;
  now: number;
  view: WalletView;
};

/** The search, the parts of the wallet, and the cards of one of them. */
export function CardList({ shown, counts, hasCards, now, view }: CardListProps) {
  const found = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (!hasCards) return <Empty shelf="live" />;
  return (
    <>
      <SearchForm view={view} />
      {view.query !== "" && (
        <p role="status">
          {rich("wallet.found", { count: found, query: view.query })}{" "}
          <a href={walletHref({ ...view, query: "" })}>{rich("wallet.searchClear")}</a>
        </p>
      )}
      <nav className="account-nav wallet-shelves" aria-label={t("wallet.whichCards")}>
        <ul>
          {SHELVES.map((shelf) => (
            <li key={shelf}>
              <a href={walletHref({ ...view, show: shelf })} aria-current={shelf === view.show ? "true" : undefined}>
                {rich(`wallet.tab-${shelf}`, { count: counts[shelf] })}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {shown.length === 0 ? (
        <Empty shelf={view.show} />
      ) : (
        <ul className="wallet-cards">
          {shown.map((card, index) => (
            <li key={card.id}>
              <Pass card={card} now={now} isEager={index < EAGER} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const SearchForm = ({ view }: { view: WalletView }) => (
  <form action="/wallet" className="wallet-search" role="search" aria-label={t("wallet.search")}>
    {view.show !== "live" && <input type="hidden" name="show" value={view.show} />}
    <label className="sr" htmlFor="wallet-q">
      {rich("wallet.search")}
    </label>{" "}
    <input
      id="wallet-q"
      className="input"
      name="q"
      type="search"
      placeholder={t("wallet.searchHint")}
      defaultValue={view.query}
      autoComplete="off"
      maxLength={60}
    />{" "}
    <Button look="outline">
      <Icon of={Search} className="icon-20" /> {rich("wallet.searchButton")}
    </Button>
  </form>
);

const Empty = ({ shelf }: { shelf: Shelf }) => (
  <EmptyState
    drawing={CARD}
    title={rich(`wallet.empty-${shelf}`)}
    text={shelf === "live" && rich("wallet.emptyLead")}
    action={shelf === "live" ? { href: href("/"), label: rich("wallet.browse") } : undefined}
  />
);
