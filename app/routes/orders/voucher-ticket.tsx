import Printer from "lucide/dist/esm/icons/printer.mjs";
import Share from "lucide/dist/esm/icons/share-2.mjs";

import type { Voucher } from "#app/commerce/types.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { formatDate } from "#app/ui/date.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";

import type { Texts } from "../../../config/brand/texts.ts";
import { maskCode } from "./mask-code.ts";

type VoucherTicketProps = {
  voucher: Voucher;
  texts: Texts;
  /** The voucher's order; absent for the recipient of a gift. */
  orderId?: string;
  /** The card's name, if the voucher has none. */
  merchant?: string;
  /** The page on which the shopper confirms this device, which uncovers the codes. */
  confirmHref?: string;
  /** Shows the codes at once, after the recipient has opened a gift. */
  isOpen?: boolean;
};

/** A voucher as a ticket. The codes are masked until the shopper reveals them. */
export function VoucherTicket({ voucher, texts, orderId, merchant, confirmHref, isOpen }: VoucherTicketProps) {
  const name = voucher.name ?? merchant;
  return (
    <div className={["ticket", voucher.isUsed && "used", !voucher.claimUrl && "whole"].filter(Boolean).join(" ")}>
      <TicketHead voucher={voucher} name={name} />
      <dl>
        {voucher.isLocked ? (
          <CoveredNumber voucher={voucher} name={name} confirmHref={confirmHref} />
        ) : (
          voucher.cardNumber && <Secret label="Card number" value={voucher.cardNumber} isOpen={isOpen} />
        )}
        {voucher.pinCode && <Secret label="PIN" value={voucher.pinCode} isShort isOpen={isOpen} />}
      </dl>
      <div className="ticket-foot no-print">
        <MarkForm voucher={voucher} name={name} orderId={orderId} />{" "}
        {!voucher.isLocked && <TicketTools voucher={voucher} name={name} />}
      </div>
      {voucher.claimUrl ? (
        <div className="ticket-stub">
          <ButtonLink href={voucher.claimUrl} look="outline" rel="noopener noreferrer" target="_blank">
            Claim
          </ButtonLink>
        </div>
      ) : (
        <p className="muted small">{voucher.isLocked ? "Covered on this device" : texts.noClaimUrl}</p>
      )}
    </div>
  );
}

type PartProps = { voucher: Voucher; name: string | undefined };

const TicketHead = ({ voucher, name }: PartProps) => (
  <div className="ticket-head">
    {name && <p className="ticket-merchant">{name}</p>} {voucher.amount !== null && <Money paise={voucher.amount} />}{" "}
    {voucher.isUsed && <span className="status">Used</span>}
    {voucher.expiresAt !== null && <p className="muted small">Valid until {formatDate(voucher.expiresAt)}</p>}
  </div>
);

const CoveredNumber = ({ voucher, name, confirmHref }: PartProps & Pick<VoucherTicketProps, "confirmHref">) => (
  <div>
    <dt>Card number</dt>
    <dd>
      <span className="mask">{voucher.cardNumber}</span>{" "}
      {confirmHref && (
        <a href={confirmHref}>
          Confirm this device to see it<span className="sr"> {describe(voucher, name)}</span>
        </a>
      )}
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
        {voucher.isUsed ? "Mark as not used" : "Mark as used"}
        <span className="sr"> {describe(voucher, name)}</span>
      </Button>
    </form>
  );
}

const TicketTools = ({ voucher, name }: PartProps) => (
  <ticket-tools text={shareText(voucher, name)}>
    <button type="button" value="print" className="button quiet scripted">
      <Icon of={Printer} size={16} /> Print<span className="sr"> {describe(voucher, name)}</span>
    </button>{" "}
    <button type="button" value="share" className="button quiet scripted">
      <Icon of={Share} size={16} /> Share<span className="sr"> {describe(voucher, name)}</span>
    </button>
  </ticket-tools>
);

/** The hash of the button on a ticket, which has the focus after it was pressed. */
export const markId = (voucherId: string) => `mark-${voucherId}`;

const describe = ({ cardNumber }: Voucher, name = "") => `${name} ${maskCode(cardNumber)}`.trim();

const shareText = ({ amount, cardNumber, pinCode, claimUrl }: Voucher, name?: string) =>
  [
    [name, amount !== null && formatMoney(amount)].filter(Boolean).join(", "),
    cardNumber && `Card number: ${cardNumber}`,
    pinCode && `PIN: ${pinCode}`,
    claimUrl,
  ]
    .filter(Boolean)
    .join("\n");

function Secret({
  label,
  value,
  isShort,
  isOpen,
}: {
  label: string;
  value: string;
  isShort?: boolean;
  isOpen?: boolean;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <details className="secret" open={isOpen}>
          <summary>
            <span className="mask when-closed">{isShort ? "••••" : maskCode(value)}</span>{" "}
            <span className="reveal when-closed">
              Reveal<span className="sr"> {label}</span>
            </span>{" "}
            <span className="reveal when-open">
              Hide<span className="sr"> {label}</span>
            </span>
          </summary>
          <code>{value}</code>
        </details>
        <CopyButton value={value} label={label} />
      </dd>
    </div>
  );
}
