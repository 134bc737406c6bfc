import { FASHION } from "./fashion.ts";
import { FOOD } from "./food.ts";
import type { HindiMerchants } from "./hindi-merchant.ts";
import { HOME } from "./home.ts";
import { LEARNING } from "./learning.ts";
import { LEISURE } from "./leisure.ts";
import { TECH } from "./tech.ts";
import { TRAVEL } from "./travel.ts";
import { WELLNESS } from "./wellness.ts";

/** All merchants in Hindi, by their English names. */
export const HINDI_MERCHANTS: Readonly<HindiMerchants> = {
  ...FOOD,
  ...FASHION,
  ...TECH,
  ...TRAVEL,
  ...HOME,
  ...WELLNESS,
  ...LEISURE,
  ...LEARNING,
};
