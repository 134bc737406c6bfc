import { data, href } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { commerceContext } from "#app/request/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { LOST } from "#app/ui/illustration.tsx";
import { NotLoaded } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/receipt";
import { redirectOrderNumber } from "./find-order-id.server.ts";
import { OrderReceipt } from "./order-receipt.tsx";
import { OrdersStylesheet } from "./orders-stylesheet.tsx";

export const middleware: Route.MiddlewareFunction[] = [redirectOrderNumber];

export async function loader({ context, url }: Route.LoaderArgs) {
  const orderId = url.searchParams.get("orderid")?.slice(0, 100);
  if (!orderId) return data({ receipt: null, problem: null }, 404);
  const answer = await context.get(commerceContext).getReceipt(orderId);
  if (answer.ok) return { receipt: answer.value, problem: null };
  // Unpaid, another shopper's order, or a backend without receipts.
  if (answer.error.kind === "status" && answer.error.status === 404) return data({ receipt: null, problem: null }, 404);
  return data({ receipt: null, problem: messageFor("receipt", answer.error) }, pageStatus(answer.error));
}

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { receipt, problem } = loaderData;
  return (
    <div className="content">
      <PageHead
        shop={shop}
        title={receipt ? t("orders.receiptNumber", { number: receipt.number }) : t("orders.receipt")}
      />
      <OrdersStylesheet />
      {problem && (
        <>
          <h1>{rich("orders.receipt")}</h1>
          <NotLoaded>{problem}</NotLoaded>
        </>
      )}
      {receipt && <OrderReceipt receipt={receipt} brand={shop.brand} />}
      {!receipt && !problem && (
        <EmptyState
          drawing={LOST}
          title={rich("messages.noReceipt")}
          action={{ href: href("/order-history"), label: rich("orders.yourOrders") }}
          isPage
        />
      )}
    </div>
  );
}
