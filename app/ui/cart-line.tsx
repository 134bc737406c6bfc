import Trash2 from "lucide-react/icons/trash-2";
import { Form } from "react-router";
import { CardArt } from "./card-art.tsx";
import { formatDate } from "./date.tsx";
import { Money } from "./money.tsx";
import { CartStepper } from "./stepper.tsx";

/** A line of the cart; amounts in paise. `expiryDate` is text as the host gives it, `expiresAt` the moment it means. */
export type CartLineItem = {
  id: string;
  product: { name: string; imageUrl: string | null; expiryDate: string | null; expiresAt: number | null };
  quantity: number;
  denomination: number;
  toPay: number;
};

type CartLineProps = {
  item: CartLineItem;
  /** Hidden fields for the action: which intent each of the two forms has. */
  quantityFields?: Record<string, string>;
  removeFields?: Record<string, string>;
  error?: string;
};

export function CartLine({ item, quantityFields, removeFields = {}, error }: CartLineProps) {
  const { product, quantity } = item;
  return (
    <li className="cart-line">
      <CardArt imageUrl={product.imageUrl} alt="" isThumb />
      <div className="cart-words">
        <h2>{product.name}</h2>
        <p className="muted small">
          <Money paise={item.denomination} /> each
          {product.expiryDate && (
            <> · valid until {product.expiresAt === null ? product.expiryDate : formatDate(product.expiresAt)}</>
          )}
        </p>
        {error && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
      </div>
      <CartStepper itemId={item.id} name={product.name} quantity={quantity} fields={quantityFields} />
      <Money paise={item.toPay} className="line-total" />
      <Form method="post" preventScrollReset className="remove">
        <input type="hidden" name="id" value={item.id} />
        {Object.entries(removeFields).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <button className="icon-button" aria-label={`Remove ${product.name}`}>
          <Trash2 aria-hidden="true" className="icon-20" />
        </button>
      </Form>
    </li>
  );
}
