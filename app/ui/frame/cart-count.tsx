/** The number of cards in the cart; empty where it is 0 or unknown. */
export const CartCount = ({ id, count }: { id: string; count: number | null }) => (
  <span id={id} className="count cart-count">
    {count ? (
      <>
        {count}
        <span className="sr">{count === 1 ? " item" : " items"}</span>
      </>
    ) : null}
  </span>
);
