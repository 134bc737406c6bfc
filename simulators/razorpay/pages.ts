import { addPaymentList, addPaymentPage, type Disputes, playDispute, redirect } from "../wire/payment-page.ts";
import { signRazorpay } from "../wire/signing.ts";
import type { Call, Vendor } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Actions } from "./actions.ts";
import type { Books, Link, Order, Payment, Qr } from "./books.ts";
import { lastPayment, linkStatus } from "./entities.ts";

/** The page behind a link's `short_url`, the page of an order or a QR code, and the list of both. */
export function addPages(vendor: Vendor, account: Account, actions: Actions, disputes: Disputes): void {
  addLinkPage(vendor, account, actions, disputes);
  addDirectPage(vendor, account, actions, disputes);
  addList(vendor, account);
}

function addLinkPage(vendor: Vendor, account: Account, actions: Actions, disputes: Disputes) {
  const { books } = account;
  const findLink = ({ params }: Call) => books.links.find(({ id }) => id === `plink_${params.id}`);

  addPaymentPage(vendor, "/i/:id", {
    find(call) {
      actions.expireDue();
      const link = findLink(call);
      if (!link) return undefined;
      const status = linkStatus(books, link);
      return {
        vendor: "Razorpay",
        payee: account.payee,
        reference: link.referenceId,
        amount: link.amount,
        paid: books.paid(link),
        canPayPart: link.acceptPartial,
        state: status === "created" || status === "partially_paid" ? "open" : status,
      };
    },
    pay: (call, options) => void actions.pay(findLink(call)!.id, options),
    decline: (call) => void actions.decline(findLink(call)!.id),
    expire: (call) => actions.expire(findLink(call)!.id),
    dispute: (call, act) => playDispute(disputes, findLink(call)!.id, act),
    leave(call) {
      const link = findLink(call)!;
      const payment = lastPayment(books, link);
      if (!payment || link.callbackUrl === null) return undefined;
      return redirect(returnUrl(account, link, link.callbackUrl, payment));
    },
  });
}

function returnUrl({ books, keys }: Account, link: Link, callbackUrl: string, payment: Payment): string {
  const status = linkStatus(books, link);
  const url = new URL(callbackUrl);
  const fields = {
    razorpay_payment_id: payment.id,
    razorpay_payment_link_id: link.id,
    razorpay_payment_link_reference_id: link.referenceId,
    razorpay_payment_link_status: status,
    razorpay_signature: signRazorpay(keys.secret, link.id, link.referenceId, status, payment.id),
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

const stateOf = (books: Books, owner: Order | Qr) =>
  books.paid(owner) > 0 ? "paid" : "closeBy" in owner && owner.status === "closed" ? "expired" : "open";

function addDirectPage(vendor: Vendor, account: Account, actions: Actions, disputes: Disputes) {
  const { books } = account;
  const findDirect = ({ params }: Call): Order | Qr | undefined =>
    books.orders.find(({ id }) => id === params.id) ?? books.qrs.find(({ id }) => id === params.id);

  addPaymentPage(vendor, "/direct/:id", {
    find(call) {
      const owner = findDirect(call);
      if (!owner) return undefined;
      const { id: reference, amount } = owner;
      const state = stateOf(books, owner);
      return {
        vendor: "Razorpay",
        payee: account.payee,
        reference,
        amount,
        paid: books.paid(owner),
        canPayPart: false,
        state,
      };
    },
    pay: (call, options) => void actions.pay(findDirect(call)!.id, options),
    decline: (call) => void actions.decline(findDirect(call)!.id),
    expire: (call) => actions.expire(findDirect(call)!.id),
    dispute: (call, act) => playDispute(disputes, findDirect(call)!.id, act),
    leave: () => undefined,
  });
}

function addList(vendor: Vendor, { books }: Account) {
  addPaymentList(vendor, "Razorpay", () => [
    ...books.links.map((link) => ({
      href: `/i/${link.id.slice("plink_".length)}`,
      reference: link.referenceId || link.id,
      amount: link.amount,
      state: linkStatus(books, link),
    })),
    ...[...books.orders.filter(({ linkId }) => linkId === null), ...books.qrs].map((owner) => ({
      href: `/direct/${owner.id}`,
      reference: ("receipt" in owner && owner.receipt) || owner.id,
      amount: owner.amount,
      state: stateOf(books, owner),
    })),
  ]);
}
