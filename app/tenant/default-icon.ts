import { textColourOn } from "./colours.ts";

/** The icon of brands without one: a gift in black or white on `colour` (`#rrggbb`). */
export function defaultIcon(colour: string): string {
  const strokes = "M11 20h26v7H11zM14 27h20v12H14zM24 20v19M24 20c-6 0-8-9-4-9s4 9 4 9zM24 20c6 0 8-9 4-9s-4 9-4 9z";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48">`,
    `<rect width="48" height="48" rx="11" fill="${colour}"/>`,
    `<path fill="none" stroke="${textColourOn(colour)}" stroke-width="2.6" stroke-linejoin="round" d="${strokes}"/>`,
    `</svg>`,
  ].join("");
}
