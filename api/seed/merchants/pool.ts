import { FASHION } from "./fashion.ts";
import { FOOD } from "./food.ts";
import { HOME } from "./home.ts";
import { LEARNING } from "./learning.ts";
import { LEISURE } from "./leisure.ts";
import type { Merchant } from "./merchant.ts";
import { TECH } from "./tech.ts";
import { TRAVEL } from "./travel.ts";
import { WELLNESS } from "./wellness.ts";

/** All invented merchants by name; each brand lists those that it sells. */
export const MERCHANTS: ReadonlyMap<string, Merchant> = new Map(
  [...FOOD, ...FASHION, ...TECH, ...TRAVEL, ...HOME, ...WELLNESS, ...LEISURE, ...LEARNING].map((merchant) => [
    merchant.name,
    merchant,
  ]),
);
