import type { Receipt } from "#app/commerce/types.ts";
import { CoveredCodesNotice } from "#app/routes/orders/covered-codes-notice.tsx";
import { itemOf } from "#app/routes/orders/order-card.tsx";
import { OrdersStylesheet } from "#app/routes/orders/orders-stylesheet.tsx";
import { VoucherTicket } from "#app/routes/orders/voucher-ticket.tsx";
import { CardSlot } from "#app/routes/paid/card-slot.tsx";
import { Confetti } from "#app/routes/paid/confetti.tsx";
import type { BoughtVouchers } from "#app/routes/paid/load-bought.server.ts";
import type { PaidOrder } from "#app/routes/paid/order-state.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";

import type { Texts } from "../../../config/brand/texts.ts";
import { Bought } from "./order-result.tsx";

type PaidResultProps = {
  title: string;
  /** The order's name for people, such as AUR-7K3-92Q; null for none. */
  reference: string | null;
  paid: PaidOrder;
  bought: BoughtVouchers;
  receipt: Receipt | null;
  receiptHref: string | null;
  texts: Texts;
};

/** A paid order with its vouchers. The codes are those of the order history, so an unconfirmed device shows them covered. */
export function PaidResult({ title, reference, paid, bought, receipt, receiptHref, texts }: PaidResultProps) {
  const { items, vouchers, isOpen, confirmHref } = bought;
  // A single card is in the slot already.
  const hasFaces = vouchers.length > 1 || paid.images.length === 0;
  return (
    <>
      <OrdersStylesheet />
      <section className="empty paid">
        <Confetti />
        {paid.images.length > 0 && <CardSlot images={paid.images} />}
        <h1>{marked(title)}</h1>
        <p className="muted">{marked(paid.delivery)}</p>
        {reference && <p className="muted small">{rich("orders.reference", { reference })}</p>}
        <CoveredCodesNotice orders={[bought]} confirmHref={confirmHref} />
        <ul className="tickets" id="codes">
          {vouchers.map((voucher, index) => {
            const item = itemOf(voucher, items);
            return (
              <li key={index}>
                <VoucherTicket
                  voucher={voucher}
                  texts={texts}
                  confirmHref={confirmHref}
                  merchant={item?.name}
                  imageUrl={hasFaces ? item?.imageUrl : null}
                  isOpen={isOpen && index === 0}
                />
              </li>
            );
          })}
        </ul>
        <div className="form-row">
          <ButtonLink href={paid.historyHref} look="outline">
            {rich("payment.seeVouchers")}
          </ButtonLink>{" "}
          {receiptHref && (
            <ButtonLink href={receiptHref} look="outline">
              {rich("checkout.receipt")}
            </ButtonLink>
          )}
        </div>
        {receipt && <Bought receipt={receipt} />}
      </section>
    </>
  );
}
