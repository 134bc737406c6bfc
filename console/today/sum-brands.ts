import type { ConsoleBrand } from "../base/member.ts";
import { bucketSales, type RangeName } from "./buckets.ts";
import { findNeeds } from "./find-needs.ts";
import type { TodayResponse } from "./today-response.ts";

/** A brand's answer; null for one that did not answer. */
export type Asked = { brand: ConsoleBrand; today: TodayResponse | null };

/**
 * The sales of brands in a range, each and in total. Null stands for figures that the member may not see: totals cover
 * the other brands.
 * @param now ms, for brands of which none has answered
 */
export function sumBrands(asked: Asked[], range: RangeName, now: number) {
  const answers = asked.flatMap(({ today }) => (today === null ? [] : [today]));
  const at = Math.max(...answers.map((today) => today.now), answers.length === 0 ? now : 0);
  const money = answers.flatMap((today) => (today.money === null ? [] : [today.money]));
  const attempts = answers.map((today) => sumAttempts(today.attempts));
  return {
    rows: asked.map(({ brand, today }) => ({
      brand,
      isSilent: today === null,
      sales: today?.money ? bucketSales(today.money.sales.points, range, at) : null,
      attempts: today && sumAttempts(today.attempts),
      coins: today?.money?.coins ?? null,
      needs: today && findNeeds(today),
      low: today && today.stock.low,
    })),
    /** Null if the member may read no brand's money. */
    sales:
      money.length === 0
        ? null
        : {
            ...bucketSales(
              money.flatMap(({ sales }) => sales.points),
              range,
              at,
            ),
            isBehind: money.some(({ sales }) => sales.isBehind),
            brands: money.length,
            coins: {
              outstanding: money.reduce((total, { coins }) => total + coins.outstanding, 0),
              lapsing: money.reduce((total, { coins }) => total + coins.lapsing, 0),
            },
          },
    attempts: sumAttempts(attempts),
    silent: asked.length - answers.length,
  };
}

const sumAttempts = (attempts: { tried: number; paid: number }[]) => ({
  tried: attempts.reduce((total, { tried }) => total + tried, 0),
  paid: attempts.reduce((total, { paid }) => total + paid, 0),
});
