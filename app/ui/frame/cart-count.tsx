import { Suspense } from "react";
import { Await } from "react-router";

import { rich } from "#app/texts/rich.ts";

type CartCountProps = { id: string; count: number | null | Promise<number | null> };

/** The number of cards in the cart; empty if it is 0, unknown or late. */
export function CartCount({ id, count }: CartCountProps) {
  if (!(count instanceof Promise)) return <Count id={id} count={count} />;
  return (
    <Suspense fallback={<Count id={id} count={null} />}>
      <Await resolve={count}>{(settled) => <Count id={id} count={settled} />}</Await>
    </Suspense>
  );
}

const Count = ({ id, count }: { id: string; count: number | null }) => (
  <span id={id} className="count cart-count">
    {count ? (
      <>
        {count}
        <span className="sr"> {rich("frame.items", { count })}</span>
      </>
    ) : null}
  </span>
);
