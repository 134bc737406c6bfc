import { href } from "react-router";

import { Alert } from "#app/ui/notice.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import type { StaffApi } from "../base/staff-api.server.ts";
import { CsvLink } from "../table/csv-link.tsx";
import { NextPage } from "../table/next-page.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/all-brands";
import { BrandTable } from "./brand-table.tsx";
import { type RangeName, RANGES, readRange, toQuery } from "./buckets.ts";
import { CoinsFigure, shareOf } from "./health.tsx";
import { RangeLinks } from "./range-links.tsx";
import { Figure, Sales } from "./sales.tsx";
import { type Asked, sumBrands } from "./sum-brands.ts";
import { TodaySchema } from "./today-response.ts";

/** Brands on one page; the page queries each of them. */
const PAGE = 50;
const AT_ONCE = 8;

export async function loader({ context, url }: Route.LoaderArgs) {
  const after = url.searchParams.get("after") ?? "";
  const range = readRange(url.searchParams.get("range"));
  const { brands, everywhere } = context.get(meContext);
  const left = brands.filter(({ id }) => id > after).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const shown = left.slice(0, PAGE);
  const asked: Asked[] = [];
  for (let at = 0; at < shown.length; at += AT_ONCE) {
    const some = shown.slice(at, at + AT_ONCE);
    asked.push(...(await Promise.all(some.map((brand) => ask(context.get(staffApiContext), brand, range)))));
  }
  const isPart = shown.length < brands.length;
  const next = left.length > PAGE ? shown.at(-1)!.id : null;
  return {
    range,
    ...sumBrands(asked, range, Date.now()),
    isPart,
    next,
    mayCreate: everywhere.includes("brand.create"),
    mayExport: brands.some(({ permissions }) => permissions.includes("money.export")),
  };
}

/** A brand that does not answer is still listed. */
async function ask(api: StaffApi, brand: Asked["brand"], range: RangeName): Promise<Asked> {
  const answer = await api.get(`brands/${brand.id}/today`, TodaySchema, toQuery(range, Date.now()));
  return { brand, today: answer.ok ? answer.value : null };
}

export default function AllBrands({ loaderData }: Route.ComponentProps) {
  const { range, rows, sales, attempts, silent, isPart, next, mayCreate, mayExport } = loaderData;
  return (
    <>
      <PageTitle title="All brands" />
      {silent > 0 && (
        <Alert>
          {silent} {silent === 1 ? "brand does" : "brands do"} not answer. Sums are without{" "}
          {silent === 1 ? "it" : "them"}.
        </Alert>
      )}
      {rows.length > 0 && <RangeLinks current={range} />}
      {sales && (isPart || sales.brands < rows.length) && (
        <p className="muted">
          Sums of {sales.brands} {sales.brands === 1 ? "brand" : "brands"} on this page: those whose money you may read.
        </p>
      )}
      {sales && <Sales range={range} {...sales} />}
      {rows.length > 0 && (
        <dl className="figures">
          <Figure
            name={`Payments that succeeded, ${RANGES[range].label}`}
            value={shareOf(attempts)}
            note={`${attempts.paid} of ${attempts.tried} attempts so far`}
          />
          {sales && <CoinsFigure {...sales.coins} />}
        </dl>
      )}
      <h2>Brands</h2>
      <BrandTable rows={rows} range={range} isPart={isPart} />
      <p className="page-links">{mayCreate && <a href={href("/new-brand")}>New brand</a>}</p>
      {mayExport && <CsvLink to={href("/brands.csv")} />}
      <NextPage place={next} label="More brands" first="First brands" />
    </>
  );
}
