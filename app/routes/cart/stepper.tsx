import Minus from "lucide/dist/esm/icons/minus.mjs";
import Plus from "lucide/dist/esm/icons/plus.mjs";

import { CART_MAX_QUANTITY, CART_MIN_QUANTITY } from "#app/base/constants.ts";
import { rich } from "#app/texts/rich.ts";
import { Icon } from "#app/ui/icon.tsx";

import { t } from "../../../config/language/t.ts";
import { quantityField, shownField } from "./cart-line-item.ts";

type CartStepperProps = {
  itemId: string;
  name: string;
  quantity: number;
  /** The typed text, and the id of the message. */
  refused?: { typed: string; errorId: string };
};

/** A line's quantity in the cart's form: at least 1, shown with two digits (docs/product.md, 6.1). */
export const CartStepper = ({ itemId, name, quantity, refused }: CartStepperProps) => (
  <div role="group" className="stepper" aria-label={t("cart.quantityOf", { name })}>
    <input type="hidden" name={shownField(itemId)} value={quantity} />
    <button name="less" value={itemId} disabled={quantity <= CART_MIN_QUANTITY}>
      <Icon of={Minus} size={16} />
      <span className="sr">{rich("cart.oneLess", { name })}</span>
    </button>{" "}
    <input
      name={quantityField(itemId)}
      inputMode="numeric"
      autoComplete="off"
      aria-label={t("cart.quantityOf", { name })}
      aria-invalid={refused && true}
      aria-describedby={refused?.errorId}
      defaultValue={refused?.typed ?? String(quantity).padStart(2, "0")}
      data-live=""
    />{" "}
    <button name="more" value={itemId} disabled={quantity >= CART_MAX_QUANTITY}>
      <Icon of={Plus} size={16} />
      <span className="sr">{rich("cart.oneMore", { name })}</span>
    </button>
  </div>
);
