import { COUPON_MAX_CHARACTERS, MAX_VOUCHERS, NEWEST_ORDERS_EXPANDED } from "#app/base/constants.ts";
import type { CoinRecord, PastOrder } from "#app/commerce/types.ts";
import { cardHref } from "#app/routes/links.ts";
import { safeImageUrl, safeLink } from "#app/tenant/urls.ts";

import type { Tenant } from "../../../config/brand/schema.ts";
import { isConfirmedByHand } from "./bought.ts";

/** The state of the order history, all of it in the URL: `?show=purchases&open=ID&coins=open&sort=&status=&code=`. */
export type HistoryView = {
  /** `purchases` leaves out orders that ended without vouchers. */
  show: "purchases" | "all";
  /** Orders opened besides the newest three. */
  open: string[];
  isCoinsOpen: boolean;
  sort: "date" | "amount";
  status: "all" | "redeemed" | "pending";
  code: string;
};

export function readHistoryView(search: URLSearchParams): HistoryView {
  const status = search.get("status");
  return {
    show: search.get("show") === "purchases" ? "purchases" : "all",
    open: [...new Set(search.getAll("open"))].slice(0, 20),
    isCoinsOpen: search.get("coins") === "open",
    sort: search.get("sort") === "amount" ? "amount" : "date",
    status: status === "redeemed" || status === "pending" ? status : "all",
    code: (search.get("code") ?? "").trim().slice(0, COUPON_MAX_CHARACTERS),
  };
}

export function historyHref(view: HistoryView): string {
  const search = new URLSearchParams(view.show === "purchases" ? [["show", "purchases"]] : []);
  for (const id of view.open) search.append("open", id);
  if (view.isCoinsOpen) {
    search.set("coins", "open");
    if (view.sort !== "date") search.set("sort", view.sort);
    if (view.status !== "all") search.set("status", view.status);
    if (view.code) search.set("code", view.code);
  }
  return search.size > 0 ? `/order-history?${search}` : "/order-history";
}

/** The view with this order open, scrolled to it. */
export const orderHref = (view: HistoryView, id: string) =>
  `${historyHref({ ...view, open: [...view.open, id] })}#order-${encodeURIComponent(id)}`;

/**
 * Newest first. Opens the newest three of the view, and those that the URL names. `vouchers` is null for closed orders:
 * their codes must not be in the page.
 */
export function describeOrders(
  orders: PastOrder[],
  tenant: Tenant,
  { open, show }: Pick<HistoryView, "open" | "show">,
) {
  const newestFirst = orders.toSorted((a, b) => (b.orderedAt ?? 0) - (a.orderedAt ?? 0));
  const listed = show === "all" ? newestFirst : newestFirst.filter((order) => !cameToNothing(order));
  const unfolded = chooseUnfolded(newestFirst, listed.slice(0, NEWEST_ORDERS_EXPANDED), open);
  return newestFirst.map((order) => {
    const isOpen = unfolded.has(order);
    const items = order.items.map((item) => showItem(item, tenant));
    return {
      ...order,
      receiptNumber: tenant.features.receipts ? order.receiptNumber : null,
      hasGiftsOnly: items.length > 0 && items.every(({ gift }) => gift !== null),
      items,
      vouchers:
        isOpen || order.vouchers.length === 0 ? order.vouchers.map((voucher) => showVoucher(voucher, tenant)) : null,
      isOpen,
      cameToNothing: cameToNothing(order),
      isPayable: isPending(order),
      awaitsConfirmation: isPending(order) && isConfirmedByHand(order, tenant),
    };
  });
}

type Listed = { id: string; cameToNothing: boolean };

/** In the view of purchases, leaves out orders that ended unpaid, unless there are no others. */
export function selectOrders<Order extends Listed>(orders: Order[], { show, open }: HistoryView): Order[] {
  const others = orders.filter(({ id, cameToNothing }) => !cameToNothing || open.includes(id));
  return show === "all" || others.length === 0 ? orders : others;
}

const isPending = ({ status, isOnItsWay }: PastOrder) => status.toLowerCase() === "pending" && !isOnItsWay;

const ENDS = ["expired", "failed", "cancelled"];

const cameToNothing = ({ status, vouchers }: PastOrder) => vouchers.length === 0 && ENDS.includes(status.toLowerCase());

/** Opens the last requested order first, and stops when the page would contain too many vouchers. */
function chooseUnfolded(orders: PastOrder[], newest: PastOrder[], open: string[]): Set<PastOrder> {
  const asked = open.toReversed().flatMap((id) => orders.find((order) => order.id === id) ?? []);
  const unfolded = new Set<PastOrder>();
  let count = 0;
  for (const order of [...asked, ...newest]) {
    if (unfolded.has(order) || (count > 0 && count + order.vouchers.length > MAX_VOUCHERS)) continue;
    unfolded.add(order);
    count += order.vouchers.length;
  }
  return unfolded;
}

const showItem = (item: PastOrder["items"][number], tenant: Tenant) => ({
  ...item,
  imageUrl: safeImageUrl(item.imageUrl, tenant),
  gift: tenant.features.gift ? item.gift : null,
});

/** Marking as used needs the voucher's id. Only the embedded API covers codes. */
const showVoucher = (voucher: PastOrder["vouchers"][number], { api, features }: Tenant) => ({
  ...voucher,
  id: features.usedVouchers ? voucher.id : null,
  walletHref: features.wallet && voucher.id !== null ? cardHref(voucher.id) : null,
  claimUrl: safeLink(voucher.claimUrl),
  isLocked: voucher.isLocked && api.url === "embedded",
});

export function selectCoins(records: CoinRecord[], { sort, status, code }: HistoryView): CoinRecord[] {
  const wanted = code.toLowerCase();
  return records
    .filter(({ isRedeemed }) => status === "all" || isRedeemed === (status === "redeemed"))
    .filter(({ couponCode }) => couponCode.toLowerCase().includes(wanted))
    .toSorted((a, b) => (sort === "amount" ? b.amount - a.amount : (b.createdAt ?? 0) - (a.createdAt ?? 0)));
}
