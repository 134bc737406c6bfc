import { rich } from "#app/texts/rich.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";

/** The ways on from a declined payment of an order that is still kept. */
export const TryAgainForm = ({ orderId }: { orderId: string }) => (
  <div className="form-row">
    <form method="post" action={`/try-again?${new URLSearchParams({ orderid: orderId })}`}>
      <Button>{rich("ui.tryAgain")}</Button>
    </form>{" "}
    <ButtonLink href="/cart" look="outline">
      {rich("payment.backToCart")}
    </ButtonLink>
  </div>
);
