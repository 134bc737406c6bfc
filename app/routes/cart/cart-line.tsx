import Gift from "lucide/dist/esm/icons/gift.mjs";
import Trash from "lucide/dist/esm/icons/trash.mjs";

import { recipientOf } from "#app/routes/gift-recipient.ts";
import { rich } from "#app/texts/rich.ts";
import { formatDay } from "#app/ui/date.tsx";
import { GiftCardImage } from "#app/ui/gift-card-image.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";

import { t } from "../../../config/language/t.ts";
import type { CartLineItem } from "./cart-line-item.ts";
import { CartStock } from "./cart-stock.tsx";
import { CartStepper } from "./stepper.tsx";

type CartLineProps = {
  item: CartLineItem;
  /** `typed` is the quantity that was refused. */
  problem?: { detail: string; typed?: string };
};

function describeGift(gift: NonNullable<CartLineItem["gift"]>) {
  const { recipientName: name, sendOn } = gift;
  const to = recipientOf(gift);
  return sendOn === null
    ? t("cart.giftOnPayment", { name, to })
    : t("cart.giftOnDay", { name, to, day: formatDay(sendOn) });
}

export function CartLine({ item, problem }: CartLineProps) {
  const { product, quantity, gift } = item;
  // The recipient distinguishes two gifts of the same card.
  const name = gift ? t("cart.cardFor", { product: product.name, name: gift.recipientName }) : product.name;
  const errorId = `line-${item.id}-error`;
  return (
    <li id={`line-${item.id}`} className="cart-line">
      <GiftCardImage imageUrl={product.imageUrl} alt="" isThumb />
      <div className="cart-words">
        <h2>{product.name}</h2>
        <p className="muted small">
          {product.expiry
            ? rich("cart.eachUntil", {
                money: () => <Money paise={item.denomination} />,
                figure: (parts) => <span className="figure">{parts}</span>,
                expiry: product.expiry,
              })
            : rich("cart.each", { money: () => <Money paise={item.denomination} /> })}
        </p>
        {gift && (
          <p className="gift-note small">
            <Icon of={Gift} size={16} /> {describeGift(gift)}
          </p>
        )}
        {gift?.message && <blockquote className="small muted">{gift.message}</blockquote>}
        {problem && (
          <p id={errorId} className="field-error" role="alert">
            {problem.detail}
          </p>
        )}
        <CartStock item={item} name={name} />
      </div>
      <CartStepper
        itemId={item.id}
        name={name}
        quantity={quantity}
        refused={problem?.typed === undefined ? undefined : { typed: problem.typed, errorId }}
      />
      <Money paise={item.toPay} className="line-total" />{" "}
      <button name="remove" value={item.id} className="icon-button remove">
        <Icon of={Trash} className="icon-20" />
        <span className="sr">{rich("cart.remove", { name })}</span>
      </button>
    </li>
  );
}
