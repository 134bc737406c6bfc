import { data, href, redirectDocument, type RouterContextProvider } from "react-router";

import { STATUS_REFRESH_SECONDS } from "#app/base/constants.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { refreshHeader } from "#app/http/client-hints.server.ts";
import { commerceContext, siteContext } from "#app/request/context.ts";
import { isConfirmedByHand } from "#app/routes/orders/bought.ts";
import { describeVouchers } from "#app/routes/paid/load-bought.server.ts";
import { describePaidOrder, findPast } from "#app/routes/paid/paid-order.server.ts";
import { messageFor } from "#app/texts/messages.ts";

import { keptNote } from "./kept-note.server.ts";
import { readOrderId, screenHref } from "./load-payment.server.ts";

type ResultRequest = { request: Request; context: Readonly<RouterContextProvider>; url: URL };

/** Reads the order of a payment page's return, from the backend. @throws a redirect without an order in the URL */
export async function loadResult({ request, context, url }: ResultRequest) {
  const orderId = readOrderId(url);
  if (!orderId) throw redirectDocument(href("/order-history"));

  const answer = await context.get(commerceContext).getOrderStatus(orderId);
  if (!answer.ok) {
    const status = answer.error.kind === "status" && answer.error.status === 404 ? 404 : pageStatus(answer.error);
    return data(
      {
        orderId,
        order: null,
        problem: messageFor("orderStatus", answer.error),
        isOutage: status >= 500,
        payHref: null,
        againHref: null,
        paid: null,
        bought: null,
        receipt: null,
        receiptHref: null,
      },
      status,
    );
  }
  const { status, amount, coinsUsed, isBeingChecked, isOnItsWay, shortReference } = answer.value;
  const { tenant } = context.get(siteContext);
  const past = status === "success" ? findPast(context, orderId, answer.value) : undefined;
  const [receipt, paid] = past
    ? await Promise.all([
        context.get(commerceContext).getReceipt(orderId),
        describePaidOrder(context, orderId, answer.value, past),
      ])
    : [null, null];
  const againHref = `${href("/payment-success")}?${new URLSearchParams({ orderid: orderId })}`;
  const view = {
    orderId,
    order: {
      status,
      amount,
      coinsUsed,
      isBeingChecked,
      isOnItsWay,
      shortReference,
      isConfirmedByHand: isConfirmedByHand(answer.value, tenant),
      keptNote: keptNote(context, answer.value),
    },
    problem: null,
    isOutage: false,
    payHref: screenHref("payment", orderId),
    againHref,
    paid,
    bought: isBeingChecked ? null : describeVouchers(context, await past, url),
    receipt: receipt?.ok ? receipt.value : null,
    receiptHref: receipt?.ok ? `${href("/receipt")}?${new URLSearchParams({ orderid: orderId })}` : null,
  };
  return data(view, { headers: status === "pending" ? refreshHeader(request, STATUS_REFRESH_SECONDS, againHref) : {} });
}
