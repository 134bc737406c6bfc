import { data } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { searchProblem } from "../base/search-problem.server.ts";
import { SearchField } from "../fields/search-field.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/search";
import { SearchSchema } from "./responses.ts";
import { Results } from "./results.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const brand = brandIn(context.get(meContext), params.brand);
  const typed = url.searchParams.get("q")?.trim() ?? "";
  if (typed === "") return { brand, typed, found: null, problem: undefined };
  const query = new URLSearchParams({ q: typed });
  const answer = await context.get(staffApiContext).get(`brands/${brand.id}/search`, SearchSchema, query);
  const problem = searchProblem(answer);
  if (problem !== undefined) return data({ brand, typed, found: null, problem }, 400);
  return { brand, typed, found: valueOf(answer, url), problem };
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const { brand, typed, found, problem } = loaderData;
  const isEmpty =
    found && [found.orders, found.shoppers, found.receipts, found.cards].every(({ rows }) => !rows.length);
  return (
    <>
      <PageTitle title="Search" brand={brand.name} />
      <form className="search-form" role="search">
        <SearchField typed={typed} problem={problem} />
        <Button>Search</Button>
      </form>
      {found?.is_behind && (
        <Alert tone="info">
          Older orders are still being prepared for this search. It finds the newest ones, and all by their whole
          number.
        </Alert>
      )}
      {found && <Results brand={brand.id} typed={typed} found={found} />}
      {isEmpty && (
        <p className="empty">
          Nothing matches “{typed}”. Type a shorter part, such as a family name or the last digits of a number.
        </p>
      )}
      {typed === "" && <Examples />}
    </>
  );
}

/** Examples of parts. */
const Examples = () => (
  <dl className="pairs">
    <dt>3921</dt>
    <dd>The last digits of an order, a phone or a card.</dd>
    <dt>rao</dt>
    <dd>Part of a name, of a shopper or of a gift’s recipient.</dd>
    <dt>7K3-92Q</dt>
    <dd>Part of the reference on a bank statement.</dd>
    <dt>27/000123</dt>
    <dd>Part of a receipt’s number.</dd>
    <dt>4012 3344</dt>
    <dd>Part of a UTR.</dd>
  </dl>
);
