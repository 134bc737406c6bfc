/** How many cards are in the cart, on its links in header and footer; empty where that is none or not known. */
export const CartCount = ({ count }: { count: number | null }) => (
  <span className="count cart-count">
    {count ? (
      <>
        {count}
        <span className="sr">{unitOf(count)}</span>
      </>
    ) : null}
  </span>
);

/** Brings those links up to date on a page that hydrates, where header and footer stay as they came. */
export function showCartCount(count: number | null) {
  for (const place of document.querySelectorAll(".cart-count")) {
    const unit = document.createElement("span");
    unit.className = "sr";
    unit.textContent = unitOf(count ?? 0);
    place.replaceChildren(...(count ? [String(count), unit] : []));
  }
}

const unitOf = (count: number) => (count === 1 ? " item" : " items");
