import type { Route } from "./+types/purchase-voucher";
import { ButtonLink } from "#app/ui/button.tsx";

const OFFERS = [
  { rupees: 5, isLimited: true },
  { rupees: 100, isLimited: false },
];

/** A static page of the spec: it shows what is planned and sells nothing. */
export default function PurchaseVoucher({ matches }: Route.ComponentProps) {
  const { brand } = matches[0].loaderData;
  return (
    <div className="narrow">
      <title>{`Purchase Vouchers · ${brand.productName}`}</title>
      <meta name="description" content="Purchase voucher for any demonination, Earn 3x worth benefits" />
      <h1>Purchase Vouchers and Earn Benefits</h1>
      <p className="lead">Purchase voucher for any demonination, Earn 3x worth benefits</p>
      <p className="big-figure">₹1000</p>
      <p className="muted">Note: Only multiples of 5 are accepted as amount.</p>
      <ul className="offers">
        {OFFERS.map(({ rupees, isLimited }) => (
          <li key={rupees} className="panel">
            {isLimited && <p className="status waiting">Limited Period Offer</p>}
            <p className="offer-price">Pay ₹{rupees}</p>
            <p>Get 10 worth voucher points</p>
          </li>
        ))}
      </ul>
      <ButtonLink href="/">Next</ButtonLink>
    </div>
  );
}
