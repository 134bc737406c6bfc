export const SCHEMES = ["light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Media queries that always match, and never match. */
const ALWAYS = "(min-width:0px)";
const NEVER = "(max-width:0px)";

/** A stylesheet of the shop as a device with this colour scheme applies it, independent of this device's preference. */
export const forceScheme = (css: string, scheme: Scheme): string =>
  css
    .replaceAll(/\(\s*prefers-color-scheme:\s*(light|dark)\s*\)/g, (_query, wanted) =>
      wanted === scheme ? ALWAYS : NEVER,
    )
    .replaceAll(/color-scheme:\s*light dark/g, `color-scheme:${scheme}`);
