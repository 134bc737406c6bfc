import ChevronDown from "lucide/dist/esm/icons/chevron-down.mjs";

import type { PastItem, PastRefund, Voucher } from "#app/commerce/types.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DateTime, formatDate } from "#app/ui/date.tsx";
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
  /** The order's name for people, such as AUR-7K3-92Q. */
  shortReference?: string | null;
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
        <Items order={order} giftRefusal={giftRefusal} />
        <RefundList refunds={order.refunds} />
        <Foot order={order} />
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
        <span className="order-facts small">
          <StatusPill status={order.status} />
          {order.orderedAt !== null && ` · ${formatDate(order.orderedAt)}`}
          {order.amount != null && (
            <>
              {" · "}
              <Money paise={order.amount} />
            </>
          )}
        </span>
      </span>{" "}
      <Icon of={ChevronDown} className="icon-20 chevron" />
    </summary>
  );
}

/** The lines: a single one, but for its amounts, is the order's head already. */
function Items({ order: { id, items, amount }, giftRefusal }: Pick<OrderCardProps, "order" | "giftRefusal">) {
  const [only] = items;
  if (items.length === 1 && only && !only.gift) return <SingleItem item={only} paid={amount ?? null} />;
  return (
    <ul className="order-items">
      {items.map((item, index) => (
        <OrderItem key={index} item={item} orderId={id} giftRefusal={giftRefusal} />
      ))}
    </ul>
  );
}

function SingleItem({ item, paid }: { item: PastItem; paid: number | null }) {
  const amount = amountOf(item);
  if (item.quantity === 1 && amount === paid) return null;
  return (
    <p className="order-single small">
      <PriceOfOne item={item} /> {amount !== null && <Money paise={amount} />}
    </p>
  );
}

/** The order's number, reference and time, and its kind, coins and receipt. */
const Foot = ({ order }: Pick<OrderCardProps, "order">) => (
  <div className="order-foot muted small">
    <p>
      {rich("orders.orderNumber", { number: order.orderNumber ?? order.id })}
      {order.shortReference && <> · {rich("orders.reference", { reference: order.shortReference })}</>}
      {order.orderedAt !== null && (
        <>
          {" · "}
          <DateTime at={order.orderedAt} />
        </>
      )}
    </p>
    {order.voucherType && <p>{order.voucherType}</p>}
    {order.coinsUsed ? (
      <p>
        {rich(order.cameToNothing ? "orders.coinsBack" : "orders.coinsUsed", {
          coins: formatPoints(order.coinsUsed),
          count: order.coinsUsed / 100,
        })}
      </p>
    ) : null}
    {order.receiptNumber && (
      <p>
        <a href={`/receipt?${new URLSearchParams({ orderid: order.id })}`}>
          {rich("orders.receiptNumber", { number: order.receiptNumber })}
        </a>
      </p>
    )}
  </div>
);

function Tickets({ order, texts, confirmHref }: Pick<OrderCardProps, "order" | "texts" | "confirmHref">) {
  if (!order.vouchers?.length) return null;
  return (
    <ul className="tickets">
      {order.vouchers.map((voucher, index) => {
        const item = itemOf(voucher, order.items);
        return (
          <li key={index}>
            <VoucherTicket
              voucher={voucher}
              texts={texts}
              orderId={order.id}
              confirmHref={confirmHref}
              merchant={item?.name}
              imageUrl={item?.imageUrl}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** The voucher's line: that of its name, else the only one. */
export const itemOf = (voucher: Voucher, items: PastItem[]) =>
  items.length === 1 ? items[0] : items.find(({ name }) => name === voucher.name);

type OrderItemProps = { item: PastItem; orderId: string; giftRefusal?: GiftRefusal };

/** The paid amount, or the product's list price if the backend omits the amount. */
function amountOf({ priceMrp, denomination, quantity }: PastItem) {
  if (denomination === null) return priceMrp;
  return quantity === null ? null : denomination * quantity;
}

/** Omits an unknown quantity. */
const PriceOfOne = ({ item: { denomination, quantity } }: { item: PastItem }) =>
  denomination !== null ? (
    <span className="muted small">
      {quantity !== null && `${quantity} × `}
      <Money paise={denomination} />
    </span>
  ) : (
    (quantity ?? 1) > 1 && <span className="muted small">× {quantity}</span>
  );

function OrderItem({ item, orderId, giftRefusal }: OrderItemProps) {
  const { name, imageUrl, gift } = item;
  const amount = amountOf(item);
  return (
    <li>
      <GiftCardImage imageUrl={imageUrl} alt="" isThumb />
      <span>
        <b>{name}</b> <PriceOfOne item={item} />
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
