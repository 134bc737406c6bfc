import { valueOf } from "../answers.server.ts";
import { meContext, staffApiContext } from "../context.server.ts";
import { brandIn } from "../member.ts";
import { PageTitle } from "../page-title.tsx";
import type { Route } from "./+types/today";
import { bucketSales, readRange, toQuery } from "./buckets.ts";
import { Health } from "./health.tsx";
import { Methods } from "./methods.tsx";
import { RangeLinks } from "./range-links.tsx";
import { Sales } from "./sales.tsx";
import { TodaySchema } from "./today-answer.ts";
import { Waiting } from "./waiting.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const range = readRange(url.searchParams.get("range"));
  const path = `brands/${params.brand}/today`;
  const answer = await context.get(staffApiContext).get(path, TodaySchema, toQuery(range, Date.now()));
  const today = valueOf(answer, url);
  const { money, now } = today;
  return {
    brand: brandIn(context.get(meContext), params.brand),
    range,
    sales: money && { ...bucketSales(money.sales.points, range, now), isBehind: money.sales.isBehind },
    today,
  };
}

export default function Today({ loaderData: { brand, range, sales, today } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Today" brand={brand.name} />
      <Waiting brand={brand} today={today} />
      <RangeLinks current={range} />
      {sales && <Sales range={range} {...sales} />}
      {today.money && <Methods methods={today.money.methods} />}
      <Health range={range} today={today} />
    </>
  );
}
