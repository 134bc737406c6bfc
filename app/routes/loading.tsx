import type { Route } from "./+types/loading";
import { PageHead } from "#app/ui/page-head.tsx";
import { Loading } from "#app/ui/product-grid.tsx";

/** The spinner page (docs/product.md, 10.3). */
export default function LoadingPage({ matches }: Route.ComponentProps) {
  return (
    <>
      <PageHead shop={matches[0].loaderData} title="Loading" />
      <h1 className="sr">Loading</h1>
      <Loading>Loading...</Loading>
    </>
  );
}
