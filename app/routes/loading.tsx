import { Loading } from "#app/ui/product-grid.tsx";

/** The spinner page (spec, section 2). */
export default function LoadingPage() {
  return (
    <>
      <title>Loading</title>
      <Loading>Loading...</Loading>
    </>
  );
}
