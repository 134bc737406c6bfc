import { useShop } from "#app/routes/use-shop.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Loading } from "#app/ui/loading.tsx";

export default function LoadingPage() {
  const shop = useShop();
  return (
    <>
      <PageHead shop={shop} title="Loading" />
      <h1 className="sr">Loading</h1>
      <Loading>Loading...</Loading>
    </>
  );
}
