import { href } from "react-router";

type OrderLinkProps = { brand: string; of: { order_id: string; order_number: string } };

/** An order's number as a link to its page. */
export const OrderLink = ({ brand, of: { order_id: order, order_number } }: OrderLinkProps) => (
  <a href={href("/brands/:brand/orders/:order", { brand, order })}>{order_number}</a>
);
