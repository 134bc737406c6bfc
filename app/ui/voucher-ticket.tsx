import { ButtonLink } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";

export type Voucher = { cardNumber: string; pinCode: string; claimUrl: string | null };

/** A voucher as a ticket: its codes are covered until the shopper opens them. */
export function VoucherTicket({ voucher, merchant }: { voucher: Voucher; merchant?: string }) {
  return (
    <div className="ticket">
      {merchant && <p className="ticket-merchant">{merchant}</p>}
      <dl>
        {voucher.cardNumber && <Secret label="Card number" value={voucher.cardNumber} />}
        {voucher.pinCode && <Secret label="PIN" value={voucher.pinCode} isShort />}
      </dl>
      <div className="ticket-stub">
        {voucher.claimUrl ? (
          <ButtonLink href={voucher.claimUrl} look="outline" rel="noopener noreferrer" target="_blank">
            Claim
          </ButtonLink>
        ) : (
          <p className="muted small">No claim URL available</p>
        )}
      </div>
    </div>
  );
}

function Secret({ label, value, isShort }: { label: string; value: string; isShort?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <details className="secret">
          <summary>
            <span className="mask when-closed">{isShort ? "••••" : maskCode(value)}</span>
            <span className="reveal when-closed">
              Reveal<span className="sr"> {label}</span>
            </span>
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

/** A code with all but its last four characters covered; short codes are covered whole: "6039-1234-5678" -> "•••• 5678". */
export function maskCode(code: string) {
  const characters = [...code.replaceAll(/[\s-]/g, "")];
  return characters.length >= 8 ? `•••• ${characters.slice(-4).join("")}` : "••••";
}
