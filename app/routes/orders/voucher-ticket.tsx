import Printer from "lucide/dist/esm/icons/printer.mjs";
import Share from "lucide/dist/esm/icons/share-2.mjs";
import type { ReactNode } from "react";

import type { Voucher } from "#app/commerce/types.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { formatDate } from "#app/ui/date.tsx";
import { GiftCardImage } from "#app/ui/gift-card-image.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";

import type { Texts } from "../../../config/brand/texts.ts";
import { t } from "../../../config/language/t.ts";
import { groupCode, maskCode } from "./mask-code.ts";

/** `walletHref`: the card in the wallet, if the shop has one. */
type ShownVoucher = Voucher & { walletHref?: string | null };

type VoucherTicketProps = {
  voucher: ShownVoucher;
  texts: Texts;
  /** The voucher's order; absent for the recipient of a gift. */
  orderId?: string;
  /** The card's name, if the voucher has none. */
  merchant?: string;
  /** The card's picture; absent beside a larger one. */
  imageUrl?: string | null;
  /** The page on which the shopper confirms this device, which uncovers the codes. */
  confirmHref?: string;
  /** Shows the codes at once, after the recipient has opened a gift. */
  isOpen?: boolean;
};

/** A voucher as a ticket with its card's picture. One press shows card number and PIN. */
export function VoucherTicket({
  voucher,
  texts,
  orderId,
  merchant,
  imageUrl,
  confirmHref,
  isOpen,
}: VoucherTicketProps) {
  const name = voucher.name ?? merchant;
  return (
    <div className={["ticket", voucher.isUsed && "used", imageUrl && "faced"].filter(Boolean).join(" ")}>
      {imageUrl && <GiftCardImage imageUrl={imageUrl} alt="" />}
      <TicketHead voucher={voucher} name={name} />
      <dl>
        {voucher.isLocked ? (
          <CoveredNumber voucher={voucher} name={name} confirmHref={confirmHref} />
        ) : (
          <Codes voucher={voucher} name={name} isOpen={isOpen} />
        )}
      </dl>
      <div className="ticket-foot no-print">
        {voucher.claimUrl ? (
          <ButtonLink href={voucher.claimUrl} look="outline" rel="noopener noreferrer" target="_blank">
            {rich("orders.claim")}
          </ButtonLink>
        ) : (
          <p className="muted small">{voucher.isLocked ? rich("orders.coveredHere") : marked(texts.noClaimUrl)}</p>
        )}{" "}
        <MarkForm voucher={voucher} name={name} orderId={orderId} />{" "}
        {voucher.walletHref && (
          <ButtonLink href={voucher.walletHref} look="quiet">
            {rich("orders.showAtTill", { sr, voucher: describe(voucher, name) })}
          </ButtonLink>
        )}{" "}
        {!voucher.isLocked && <TicketTools voucher={voucher} name={name} />}
      </div>
    </div>
  );
}

const sr = (parts: ReactNode) => <span className="sr">{parts}</span>;

type PartProps = { voucher: Voucher; name: string | undefined };

const TicketHead = ({ voucher, name }: PartProps) => (
  <div className="ticket-head">
    {name && <p className="ticket-merchant">{name}</p>} {voucher.amount !== null && <Money paise={voucher.amount} />}{" "}
    {voucher.isUsed && <span className="stamp">{rich("orders.used")}</span>}
    {voucher.expiresAt !== null && (
      <p className="muted small">{rich("orders.validUntil", { date: formatDate(voucher.expiresAt) })}</p>
    )}
  </div>
);

const CoveredNumber = ({ voucher, name, confirmHref }: PartProps & Pick<VoucherTicketProps, "confirmHref">) => (
  <div>
    <dt>{rich("orders.cardNumber")}</dt>
    <dd>
      <span className="mask">{voucher.cardNumber}</span>{" "}
      {confirmHref && <a href={confirmHref}>{rich("orders.confirmToSee", { sr, voucher: describe(voucher, name) })}</a>}
    </dd>
  </div>
);

/** Marks the voucher as used, or undoes that. */
function MarkForm({ voucher, name, orderId }: PartProps & Pick<VoucherTicketProps, "orderId">) {
  if (voucher.id === null || voucher.isUsed === null) return null;
  return (
    <form method="post">
      <input type="hidden" name="voucher" value={voucher.id} />
      <input type="hidden" name="order" value={orderId} />
      <input type="hidden" name="used" value={voucher.isUsed ? "0" : "1"} />
      <Button look="quiet" id={markId(voucher.id)}>
        {rich(voucher.isUsed ? "orders.markUnused" : "orders.markUsed", { sr, voucher: describe(voucher, name) })}
      </Button>
    </form>
  );
}

const TicketTools = ({ voucher, name }: PartProps) => (
  <ticket-tools text={shareText(voucher, name)} data-refused={t("orders.shareRefused")}>
    <button type="button" value="print" className="button quiet scripted">
      <Icon of={Printer} size={16} /> {rich("orders.print", { sr, voucher: describe(voucher, name) })}
    </button>{" "}
    <button type="button" value="share" className="button quiet scripted">
      <Icon of={Share} size={16} /> {rich("orders.share", { sr, voucher: describe(voucher, name) })}
    </button>
  </ticket-tools>
);

/** The hash of the button on a ticket, which has the focus after it was pressed. */
export const markId = (voucherId: string) => `mark-${voucherId}`;

const describe = ({ cardNumber }: Voucher, name = "") => `${name} ${maskCode(cardNumber)}`.trim();

const shareText = ({ amount, cardNumber, pinCode, claimUrl }: Voucher, name?: string) =>
  [
    [name, amount !== null && formatMoney(amount)].filter(Boolean).join(", "),
    cardNumber && t("orders.sharedCardNumber", { number: cardNumber }),
    pinCode && t("orders.sharedPin", { pin: pinCode }),
    claimUrl,
  ]
    .filter(Boolean)
    .join("\n");

/** The number, and the PIN in the ticket's stub; a voucher may lack one of them. */
function Codes({ voucher, name, isOpen }: PartProps & Pick<VoucherTicketProps, "isOpen">) {
  const { cardNumber, pinCode } = voucher;
  if (!cardNumber && !pinCode) return null;
  const id = cardNumber ? "orders.cardNumber" : "orders.pin";
  return (
    <div>
      <dt>{rich(id)}</dt>
      <dd>
        <details className="codes" open={isOpen}>
          <summary>
            <span className="mask when-closed">{maskCode(cardNumber)}</span>{" "}
            <span className="reveal when-closed">
              {rich("orders.codeShow", { sr, voucher: describe(voucher, name) })}
            </span>{" "}
            <span className="reveal when-open">
              {rich("orders.codeConceal", { sr, voucher: describe(voucher, name) })}
            </span>
          </summary>
          <Code value={cardNumber || pinCode} />
          {cardNumber && pinCode && (
            <dl className="ticket-pin">
              <dt>{rich("orders.pin")}</dt>
              <dd>
                <Code value={pinCode} /> <CopyButton value={pinCode} label={t("orders.pin")} />
              </dd>
            </dl>
          )}
        </details>
        <CopyButton value={cardNumber || pinCode} label={t(id)} />
      </dd>
    </div>
  );
}

function Code({ value }: { value: string }) {
  const groups = groupCode(value);
  return <code>{groups.length > 1 ? groups.map((group, index) => <span key={index}>{group}</span>) : value}</code>;
}
