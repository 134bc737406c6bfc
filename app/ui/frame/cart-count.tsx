/** How many cards are in the cart, on its links in header and footer; empty where that is none or not known. */
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
