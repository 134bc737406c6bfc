import Sun from "lucide/dist/esm/icons/sun.mjs";

import type { WalletCard } from "#app/commerce/types.ts";
import { rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Icon } from "#app/ui/icon.tsx";

import { t } from "../../../config/language/t.ts";
import { groupCode } from "./group-code.ts";
import type { TillCode as Drawing } from "./till-code.server.ts";
import { TillCode } from "./till-code.tsx";

type TillPanelProps = { card: WalletCard; tillCode: Drawing | null; confirmHref: string };

/** The codes of a card, large enough to be read across a counter; on an unconfirmed device the way to confirm it. */
export function TillPanel({ card, tillCode, confirmHref }: TillPanelProps) {
  if (card.isLocked) return <Covered card={card} confirmHref={confirmHref} />;
  return (
    <section className="wallet-till" aria-labelledby="till-title">
      <h2 id="till-title" className="sr">
        {rich("wallet.atTill")}
      </h2>
      {tillCode && <TillCode code={tillCode} />}
      <dl>
        {card.cardNumber && <Code name="wallet.number" value={card.cardNumber} />}
        {card.pinCode && <Code name="wallet.pin" value={card.pinCode} isShort />}
      </dl>
      {tillCode && (
        <p className="wallet-bright">
          <Icon of={Sun} className="icon-20" /> {rich("wallet.brighter")}
        </p>
      )}
      {card.claimUrl && (
        <p className="wallet-claim">
          <ButtonLink href={card.claimUrl} isWide rel="noopener noreferrer" target="_blank">
            {rich("wallet.claim")}
          </ButtonLink>
          <span className="small">{rich("wallet.claimNote")}</span>
        </p>
      )}
    </section>
  );
}

/** A short code stays in one piece. */
function Code({ name, value, isShort }: { name: "wallet.number" | "wallet.pin"; value: string; isShort?: boolean }) {
  return (
    <div>
      <dt>{rich(name)}</dt>
      <dd>
        <code className={isShort ? "wallet-code" : "wallet-code long"}>
          {isShort ? value : groupCode(value).map((group, index) => <span key={index}>{group} </span>)}
        </code>{" "}
        <CopyButton value={value} label={t(name)} />
      </dd>
    </div>
  );
}

const Covered = ({ card, confirmHref }: Pick<TillPanelProps, "card" | "confirmHref">) => (
  <section className="wallet-till covered" aria-labelledby="till-title">
    <h2 id="till-title" className="sr">
      {rich("wallet.atTill")}
    </h2>
    <p className="wallet-code">{card.cardNumber}</p>
    <p>{rich("wallet.covered")}</p>
    <ButtonLink href={confirmHref}>{rich("wallet.confirm")}</ButtonLink>
  </section>
);
