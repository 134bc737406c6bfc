export const SCHEMES = ["light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Media queries that hold always, and never. */
const ALWAYS = "(min-width:0px)";
const NEVER = "(max-width:0px)";

/** A stylesheet of the shop as a device with this colour scheme applies it, whatever the device at hand prefers. */
export const forceScheme = (css: string, scheme: Scheme): string =>
  css
    .replaceAll(/\(\s*prefers-color-scheme:\s*(light|dark)\s*\)/g, (_query, wanted) =>
      wanted === scheme ? ALWAYS : NEVER,
    )
    .replaceAll(/color-scheme:\s*light dark/g, `color-scheme:${scheme}`);
