import { rich } from "#app/texts/rich.ts";

import { t } from "../../config/language/t.ts";

/** Reloads the page when the order changes (app/elements/order-watch.ts). */
export const OrderWatch = ({ orderId }: { orderId: string }) => (
  <order-watch order={orderId} role="status" data-unchecked={t("payment.unchecked")} data-again={t("ui.tryAgain")} />
);

/** Shown while it is true: pages hide it if <order-watch> does not run (helpers.css); without scripts a Refresh header acts. */
export const SelfUpdate = () => <span className="self-update">{rich("ui.selfUpdate")}</span>;
