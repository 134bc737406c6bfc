import type { Route } from "./+types/brand-today";
import { meContext } from "./context.server.ts";
import { brandIn } from "./member.ts";
import { PageTitle } from "./page-title.tsx";

export const loader = ({ context, params }: Route.LoaderArgs) => ({
  brand: brandIn(context.get(meContext), params.brand),
});

export default function BrandToday({ loaderData: { brand } }: Route.ComponentProps) {
  return <PageTitle title="Today" brand={brand.name} />;
}
