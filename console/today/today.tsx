import { data, href } from "react-router";
import { z } from "zod";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/today";
import { bucketSales, readRange, toQuery } from "./buckets.ts";
import { Health } from "./health.tsx";
import { Methods } from "./methods.tsx";
import { RangeLinks } from "./range-links.tsx";
import { Sales } from "./sales.tsx";
import { Stopped } from "./stopped.tsx";
import { TodaySchema } from "./today-response.ts";
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

/** Resumes sales after a stop. */
export async function action({ request, context, params: { brand } }: Route.ActionArgs) {
  const form = await request.formData();
  const read = (name: string) => String(form.get(name) ?? "");
  const body = { stop: read("stop"), code: read("code") };
  const answer = await context.get(staffApiContext).post(`brands/${brand}/selling/resume`, z.unknown(), body);
  if (!answer.ok) return data({ problem: explain(answer.error) }, 400);
  return sayDone(context, "The shop sells again.", href("/brands/:brand", { brand }));
}

export default function Today({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, range, sales, today } = loaderData;
  return (
    <>
      <PageTitle title="Today" brand={brand.name} />
      {actionData && <Refusal {...actionData.problem} />}
      {today.selling_stop && (
        <Stopped brand={brand} stop={today.selling_stop} codeProblem={actionData?.problem.fields.code} />
      )}
      <Waiting brand={brand} today={today} />
      <RangeLinks current={range} />
      {sales && <Sales range={range} {...sales} />}
      {today.money && <Methods methods={today.money.methods} />}
      <Health range={range} today={today} />
    </>
  );
}
