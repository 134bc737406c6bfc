import type { Route } from "./+types/brand-today";
import { meContext } from "./context.server.ts";
import { PageTitle } from "./page-title.tsx";

export const loader = ({ context, params }: Route.LoaderArgs) => ({
  brand: context.get(meContext).brands.find(({ id }) => id === params.brand)!,
});

export default function BrandToday({ loaderData: { brand } }: Route.ComponentProps) {
  return <PageTitle title="Today" brand={brand.name} />;
}
