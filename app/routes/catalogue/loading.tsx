import type { Route } from "./+types/loading";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Loading } from "#app/routes/catalogue/product-grid.tsx";

/** The spinner page (spec, section 2). */
export default function LoadingPage({ matches }: Route.ComponentProps) {
  return (
    <>
      <PageHead shop={matches[0].loaderData} title="Loading" />
      <h1 className="sr">Loading</h1>
      <Loading>Loading...</Loading>
    </>
  );
}
