import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";

type CartStepperProps = {
  itemId: string;
  name: string;
  quantity: number;
  maxQuantity?: number;
  /** The hidden fields that tell the cart's action what to do. */
  fields?: Record<string, string>;
};

/**
 * A cart line's quantity: a POST form of its own, whose two buttons carry the new `quantity`. It shows two digits and
 * never goes below 1 (spec, section 2, Cart).
 */
export function CartStepper({ itemId, name, quantity, maxQuantity = 999, fields = {} }: CartStepperProps) {
  return (
    <form method="post" className="stepper" aria-label={`Quantity of ${name}`}>
      <input type="hidden" name="id" value={itemId} />
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button name="quantity" value={quantity - 1} disabled={quantity <= 1} aria-label={`One less of ${name}`}>
        <Minus aria-hidden="true" size={16} />
      </button>
      <output>{String(quantity).padStart(2, "0")}</output>
      <button
        name="quantity"
        value={quantity + 1}
        disabled={quantity >= maxQuantity}
        aria-label={`One more of ${name}`}
      >
        <Plus aria-hidden="true" size={16} />
      </button>
    </form>
  );
}
