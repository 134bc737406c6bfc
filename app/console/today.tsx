import { href } from "react-router";

import type { Route } from "./+types/today";
import { meContext } from "./context.server.ts";
import { PageTitle } from "./page-title.tsx";

export const loader = ({ context }: Route.LoaderArgs) => ({ brands: context.get(meContext).brands });

export default function Today({ loaderData: { brands } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="All brands" />
      <ul className="brand-list">
        {brands.map(({ id, name }) => (
          <li key={id}>
            <a href={href("/brands/:brand", { brand: id })}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
