import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";

import type { PaymentChoice } from "#app/forms/payment.ts";
import { CardSlot } from "#app/routes/paid/card-slot.tsx";
import { Confetti } from "#app/routes/paid/confetti.tsx";
import type { PaidOrder } from "#app/routes/paid/order-state.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BROKEN, Drawing, LOST, TICK, TICKET } from "#app/ui/illustration.tsx";
import { Late } from "#app/ui/late.tsx";
import { LoadingPart } from "#app/ui/loading.tsx";

import type { Texts } from "../../../config/brand/texts.ts";
import { t } from "../../../config/language/t.ts";
import type { PaymentPage, PaymentView } from "./load-payment.server.ts";
import { TryAgainForm } from "./try-again-form.tsx";

type SuccessProps = {
  title: ReactNode;
  order: Extract<PaymentView, { state: "paid" }>;
  /** This page's path. `stay=1` stops the redirect. */
  path: string;
  redirectMs: number;
  children?: ReactNode;
};

/** Calls back for a key, a press, a scroll, and a focus that counts. Returns a function that stops that. */
function onAnyAct(isFocusCounted: (event: FocusEvent) => boolean, call: () => void) {
  const stopped = new AbortController();
  const options = { signal: stopped.signal, passive: true };
  for (const type of ["pointerdown", "keydown", "wheel"]) addEventListener(type, call, options);
  addEventListener("focusin", (event) => isFocusCounted(event) && call(), options);
  return () => stopped.abort();
}

/** The success dialog. OK opens the next page, and so does a timer, unless the shopper does anything. */
export function PaymentSuccess({ title, order, path, redirectMs, children }: SuccessProps) {
  const { paid, nextHref } = order;
  const [isStaying, setStaying] = useState(order.isStaying);
  const first = useRef<HTMLAnchorElement>(null);
  useEffect(() => first.current?.focus(), []);
  useEffect(
    () =>
      onAnyAct(
        ({ target }) => target !== first.current,
        () => setStaying(true),
      ),
    [],
  );
  useEffect(() => {
    if (isStaying) return;
    const timer = setTimeout(() => location.assign(nextHref), redirectMs);
    return () => clearTimeout(timer);
  }, [isStaying, nextHref, redirectMs]);
  // Assistive technology may follow a link without a pointer or key event.
  const stayHere = (event: MouseEvent) => {
    event.preventDefault();
    setStaying(true);
  };
  const stayHref = `${path}?${new URLSearchParams({ orderid: order.orderId, stay: "1" })}`;
  return (
    <>
      <dialog className="dialog" open aria-labelledby="success-title" aria-describedby="success-words">
        <div className="empty paid">
          <Confetti />
          {paid.images.length > 0 ? <CardSlot images={paid.images} /> : <Drawing of={TICK} />}
          <h1 id="success-title">{marked(title)}</h1>
          <p id="success-words">
            {paid.bought} {marked(paid.delivery)}
          </p>
          {children ?? (
            <p className="paid-code">
              <Code paid={paid} />
            </p>
          )}
          <div className="form-row">
            <ButtonLink href={paid.historyHref} ref={first}>
              {rich("payment.seeVouchers")}
            </ButtonLink>{" "}
            <ButtonLink href={nextHref} look="outline">
              {rich("payment.ok")}
            </ButtonLink>
          </div>
          <p className="muted small" role="status">
            {isStaying
              ? rich("payment.stays")
              : rich(nextHref === "/" ? "payment.opensHome" : "payment.opensNext", {
                  count: redirectMs / 1000,
                  link: (parts) => (
                    <a href={stayHref} onClick={stayHere}>
                      {parts}
                    </a>
                  ),
                })}
          </p>
        </div>
      </dialog>
    </>
  );
}

/** The first voucher's code, masked, and a link to the page that shows it. */
const Code = ({ paid, children }: { paid: PaidOrder; children?: ReactNode }) => (
  <>
    {paid.code && <code className="figure">{paid.code}</code>} {children}{" "}
    {paid.code && <a href={paid.codesHref}>{rich("payment.showCode")}</a>}
  </>
);

/** The fixed texts with the order's facts beside each. */
export function PointsAdded({ paid, texts }: { paid: PaidOrder; texts: Texts }) {
  return (
    <>
      <p>{marked(texts.pointsAdded)}</p>
      {paid.pointsAdded && <p className="muted small">{marked(paid.pointsAdded)}</p>}
      <div className="paid-code">
        <Code paid={paid}>
          <ButtonLink href={paid.claimUrl ?? paid.historyHref} look="outline" rel="noopener noreferrer">
            {rich("payment.redeem")}
          </ButtonLink>
        </Code>
      </div>
      <p className="muted">{marked(texts.coinsRedeemed)}</p>
      {paid.coinsUsed && <p className="muted small">{marked(paid.coinsUsed)}</p>}
    </>
  );
}

/** The document's title after a payment ended; null before. `success` is the title of the success dialog. */
export function endTitle(view: PaymentView, success: string): string | null {
  if (view.state === "paid") return success;
  return view.state === "closed" ? t(view.status === "failed" ? "payment.failed" : "payment.refundDue") : null;
}

type ClosedProps = {
  order: Extract<PaymentView, { state: "closed" }>;
  /** The payment ended while its page was open: the heading takes the focus, so that screen readers read it. */
  isNews: boolean;
};

/** An order that was declined, or paid and is not deliverable. */
export function PaymentClosed({ order: { orderId, status, keptNote }, isNews }: ClosedProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const heading = place.current?.querySelector("h1");
    if (!isNews || !heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [isNews]);
  return (
    <div ref={place}>
      {status === "failed" ? (
        <EmptyState
          drawing={BROKEN}
          title={rich("payment.failed")}
          text={
            <>
              {rich("payment.failedText")} {keptNote}
            </>
          }
          action={keptNote ? undefined : { href: "/cart", label: rich("payment.backToCart") }}
          isPage
        >
          {keptNote && <TryAgainForm orderId={orderId} />}
        </EmptyState>
      ) : (
        <EmptyState
          drawing={TICKET}
          title={rich("payment.refundDue")}
          text={rich("payment.refundDueText")}
          action={{ href: "/order-history", label: rich("payment.trackOrder") }}
          isPage
        />
      )}
    </div>
  );
}

type NotLoadedProps = {
  message: string;
  /** The backend does not answer, so that the order's state is unknown and another try may help. */
  isOutage: boolean;
  /** The choices of the refused Pay; Try again sends them once more. */
  choice?: PaymentChoice | null;
};

export function PaymentNotLoaded({ message, isOutage, choice }: NotLoadedProps) {
  return (
    <EmptyState
      drawing={LOST}
      title={message}
      text={isOutage && rich("messages.orderNotLoaded")}
      isPage
      isNotLoaded={isOutage}
    >
      {choice?.method ? (
        <form method="post">
          <input type="hidden" name="method" value={choice.method} />
          {choice.hasAcceptedTerms && <input type="hidden" name="terms" value="on" />}
          <p>{rich("checkout.chosen", { method: choice.method })}</p>
          <Button>{rich("ui.tryAgain")}</Button>
        </form>
      ) : (
        isOutage && <ButtonLink href="">{rich("ui.tryAgain")}</ButtonLink>
      )}{" "}
      <ButtonLink href="/" look={isOutage ? "outline" : "primary"}>
        {rich("checkout.goBack")}
      </ButtonLink>
    </EmptyState>
  );
}

type OrderLoadingProps = { page: PaymentPage; head: ReactNode; children: (view: PaymentView) => ReactNode };

/** The loading text while the host is slow. `head`: the page's head until then. */
export function OrderLoading({ page, head, children }: OrderLoadingProps) {
  const fallback = (
    <>
      {head}
      <LoadingPart>{rich("payment.loading")}</LoadingPart>
    </>
  );
  return (
    <Late of={page} fallback={fallback}>
      {(view) =>
        view.state === "elsewhere" ? <meta httpEquiv="refresh" content={`0; url=${view.href}`} /> : children(view)
      }
    </Late>
  );
}
