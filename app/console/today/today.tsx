import { valueOf } from "../answers.server.ts";
import { meContext, staffApiContext } from "../context.server.ts";
import { brandIn } from "../member.ts";
import { PageTitle } from "../page-title.tsx";
import type { Route } from "./+types/today";
import { bucketSales, readRange, startOf } from "./buckets.ts";
import { RangeLinks } from "./range-links.tsx";
import { Sales } from "./sales.tsx";
import { TodaySchema } from "./today-answer.ts";
import { Health, Waiting } from "./waiting.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const range = readRange(url.searchParams.get("range"));
  const query = new URLSearchParams({ from: String(startOf(range, Date.now())) });
  const path = `brands/${params.brand}/today`;
  const { sales, ...today } = valueOf(await context.get(staffApiContext).get(path, TodaySchema, query), url);
  return {
    brand: brandIn(context.get(meContext), params.brand),
    range,
    sales: { ...bucketSales(sales.points, range, today.now), isBehind: sales.isBehind },
    today,
  };
}

export default function Today({ loaderData: { brand, range, sales, today } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Today" brand={brand.name} />
      <Waiting brand={brand} today={today} />
      <RangeLinks current={range} />
      <Sales range={range} {...sales} />
      <Health today={today} />
    </>
  );
}
