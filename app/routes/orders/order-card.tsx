import ChevronDown from "lucide/dist/esm/icons/chevron-down.mjs";

import type { PastItem, PastRefund, Voucher } from "#app/commerce/types.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";
import { GiftCardImage } from "#app/ui/gift-card-image.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";

import type { Texts } from "../../../config/brand/texts.ts";
import { t } from "../../../config/language/t.ts";
import { describeWait } from "./bought.ts";
import { GiftLine, type GiftRefusal } from "./gift-line.tsx";
import { RefundList } from "./refund-steps.tsx";
import { VoucherTicket } from "./voucher-ticket.tsx";

/** An order of the history; times in epoch ms, money in paise, coins in hundredths. */
type OrderSummary = {
  id: string;
  orderNumber?: string | null;
  orderedAt: number | null;
  /** 'Completed', 'Pending' or another status of the backend. */
  status: string;
  voucherType: string;
  amount?: number | null;
  coinsUsed?: number | null;
  /** Absent if the order has no receipt. */
  receiptNumber?: string | null;
  items: PastItem[];
  refunds?: PastRefund[];
  /** Ended unpaid; its coins were released. */
  cameToNothing?: boolean;
  /** Paid and held for review, so it has no vouchers yet. */
  isBeingChecked?: boolean;
  /** The payment is unconfirmed: the shop confirms it by hand. */
  awaitsConfirmation?: boolean;
  /** Paid, but its vouchers are not there yet. */
  isOnItsWay?: boolean;
  /** On its way, and later than usual. */
  isDelayed?: boolean;
  /** The recipients have all vouchers; the buyer has none. */
  hasGiftsOnly?: boolean;
  /** Null for a closed order: its codes must not be in the page. */
  vouchers: (Voucher & { walletHref?: string | null })[] | null;
};

type OrderCardProps = {
  order: OrderSummary;
  texts: Texts;
  isOpen?: boolean;
  /** Null unless the order can still be paid. */
  payHref?: string | null;
  vouchersHref?: string;
  /** The page on which the shopper confirms this device, which uncovers the codes. */
  confirmHref?: string;
  giftRefusal?: GiftRefusal;
};

export function OrderCard({ order, texts, isOpen, payHref, vouchersHref, confirmHref, giftRefusal }: OrderCardProps) {
  const wait = describeWait(order, texts);
  return (
    <details className="order" open={isOpen} id={`order-${order.id}`}>
      <Summary order={order} />
      <div className="order-body">
        <ul className="order-items">
          {order.items.map((item, index) => (
            <OrderItem key={index} item={item} orderId={order.id} giftRefusal={giftRefusal} />
          ))}
        </ul>
        {order.coinsUsed ? (
          <p className="muted small">
            {rich(order.cameToNothing ? "orders.coinsBack" : "orders.coinsUsed", {
              coins: formatPoints(order.coinsUsed),
              count: order.coinsUsed / 100,
            })}
          </p>
        ) : null}
        {order.receiptNumber && (
          <p className="small">
            <a href={`/receipt?${new URLSearchParams({ orderid: order.id })}`}>
              {rich("orders.receiptNumber", { number: order.receiptNumber })}
            </a>
          </p>
        )}
        <RefundList refunds={order.refunds} />
        {order.awaitsConfirmation && <p className="muted">{rich("orders.waitingNote")}</p>}
        {order.vouchers === null && (
          <ButtonLink href={vouchersHref ?? ""} look="outline">
            {rich("orders.showVouchers")}
          </ButtonLink>
        )}
        <Tickets order={order} texts={texts} confirmHref={confirmHref} />
        {order.isBeingChecked && <p className="muted">{rich("orders.beingChecked")}</p>}
        {wait && <p className="muted">{marked(wait)}</p>}
        {order.vouchers?.length === 0 && !order.hasGiftsOnly && !isComing(order) && (
          <p className="muted">
            {payHref ? rich("orders.noVouchersYet", { text: texts.noVoucherDetails }) : marked(texts.noVoucherDetails)}
          </p>
        )}
        {payHref && <ButtonLink href={payHref}>{rich("orders.payNow")}</ButtonLink>}
      </div>
    </details>
  );
}

function Summary({ order }: { order: OrderSummary }) {
  const [first, ...others] = order.items;
  return (
    <summary>
      {first && <GiftCardImage imageUrl={first.imageUrl} alt="" isThumb />}
      <span className="order-name">
        <h2>{first ? rich("orders.orderName", { name: first.name, others: others.length }) : rich("orders.order")}</h2>{" "}
        <span className="muted small">
          {rich("orders.orderNumber", { number: order.orderNumber ?? order.id })}
          {order.orderedAt !== null && (
            <>
              {" · "}
              <DateTime at={order.orderedAt} />
            </>
          )}
        </span>{" "}
        {order.voucherType && <span className="muted small">{order.voucherType}</span>}
      </span>{" "}
      {order.amount != null && <Money paise={order.amount} className="order-amount" />}{" "}
      <StatusPill status={order.status} />
      <Icon of={ChevronDown} className="icon-20 chevron" />
    </summary>
  );
}

function Tickets({ order, texts, confirmHref }: Pick<OrderCardProps, "order" | "texts" | "confirmHref">) {
  if (!order.vouchers?.length) return null;
  return (
    <ul className="tickets">
      {order.vouchers.map((voucher, index) => (
        <li key={index}>
          <VoucherTicket
            voucher={voucher}
            texts={texts}
            orderId={order.id}
            confirmHref={confirmHref}
            merchant={order.items.length === 1 ? order.items[0]?.name : undefined}
          />
        </li>
      ))}
    </ul>
  );
}

type OrderItemProps = { item: PastItem; orderId: string; giftRefusal?: GiftRefusal };

/** Shows the paid amount, or the product's list price if the backend omits the amount. Omits an unknown quantity. */
function OrderItem({ item, orderId, giftRefusal }: OrderItemProps) {
  const { name, imageUrl, priceMrp, denomination, quantity, gift } = item;
  const paid = denomination !== null && quantity !== null ? denomination * quantity : null;
  const amount = denomination === null ? priceMrp : paid;
  return (
    <li>
      <GiftCardImage imageUrl={imageUrl} alt="" isThumb />
      <span>
        <b>{name}</b>{" "}
        {denomination !== null ? (
          <span className="muted small">
            {quantity !== null && `${quantity} × `}
            <Money paise={denomination} />
          </span>
        ) : (
          (quantity ?? 1) > 1 && <span className="muted small">× {quantity}</span>
        )}
      </span>{" "}
      {amount !== null && <Money paise={amount} />}
      {gift && (
        <GiftLine gift={gift} orderId={orderId} refusal={giftRefusal?.giftId === gift.id ? giftRefusal : undefined} />
      )}
    </li>
  );
}

const TONES: Record<string, string> = { completed: "good", pending: "waiting" };

/** Green for Completed, yellow for Pending, grey for all others (docs/product.md, 8.2). The word is always there. */
export function StatusPill({ status }: { status: string }) {
  return <span className={`status ${TONES[status.toLowerCase()] ?? "other"}`}>{marked(translateStatus(status))}</span>;
}

const STATUSES = ["completed", "pending", "being-checked", "expired", "failed", "refund-due"] as const;

/** Unknown ones as the backend sends them, and known ones in its own case if the language has the same word. */
function translateStatus(status: string) {
  const known = STATUSES.find((one) => one === status.toLowerCase().replaceAll(" ", "-"));
  const text = known ? t(`orders.status-${known}`) : status;
  return text.toLowerCase() === status.toLowerCase() ? status : text;
}

/** The order has no vouchers yet, and another line gives the reason. */
const isComing = ({ isBeingChecked, isOnItsWay, awaitsConfirmation }: OrderSummary) =>
  isBeingChecked || isOnItsWay || awaitsConfirmation;
