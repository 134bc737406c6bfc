import figtree from "#app/fonts/figtree.woff2?url&no-inline";
import figtreeRupee from "#app/fonts/figtree-rupee.woff2?url&no-inline";
import fonts from "#app/fonts/fonts.json" with { type: "json" };
import fraunces from "#app/fonts/fraunces.woff2?url&no-inline";
import frauncesRupee from "#app/fonts/fraunces-rupee.woff2?url&no-inline";
import notoSans from "#app/fonts/noto-sans-devanagari.woff2?url&no-inline";
import notoSerif from "#app/fonts/noto-serif-devanagari.woff2?url&no-inline";
import publicSans from "#app/fonts/public-sans.woff2?url&no-inline";
import publicSansRupee from "#app/fonts/public-sans-rupee.woff2?url&no-inline";

import type { Tenant } from "../../config/brand/schema.ts";
import type { Language } from "../../config/language/language.ts";

type FontName = NonNullable<Tenant["branding"]["font"]>;
type Font = {
  family: string;
  weights: string;
  unicodeRange: string;
  standIns: {
    family: string;
    weights: string;
    local: string[];
    sizeAdjust: string;
    ascentOverride: string;
    descentOverride: string;
    lineGapOverride: string;
  }[];
};
type Files = Font & { url: string; rupeeUrl: string; devanagariUrl: string; generic: "serif" | "sans-serif" };

const SANS = { devanagariUrl: notoSans, generic: "sans-serif" } as const;
const SERIF = { devanagariUrl: notoSerif, generic: "serif" } as const;
const FIGTREE: Files = { ...SANS, ...fonts.figtree, url: figtree, rupeeUrl: figtreeRupee };
const FRAUNCES: Files = { ...SERIF, ...fonts.fraunces, url: fraunces, rupeeUrl: frauncesRupee };
const PUBLIC_SANS: Files = { ...SANS, ...fonts["public-sans"], url: publicSans, rupeeUrl: publicSansRupee };

/** The fonts that a brand may choose, made by scripts/fonts.ts. */
const CHOICES: Record<FontName, { text: Files; display: Files }> = {
  grotesk: { text: FIGTREE, display: FIGTREE },
  serif: { text: FIGTREE, display: FRAUNCES },
  sans: { text: PUBLIC_SANS, display: PUBLIC_SANS },
};

/** Radius of surfaces and controls; pills keep theirs. */
const CORNERS = { sharp: "4px", soft: "10px", round: "16px" };

/** The font files that a page in this language begins with; none if the brand has the device's own fonts. */
export function fontUrlsOf({ branding }: Tenant, { script }: Pick<Language, "script">): string[] {
  if (!branding.font) return [];
  const { url, devanagariUrl } = CHOICES[branding.font].text;
  return script === "Deva" ? [url, devanagariUrl] : [url];
}

/** A brand's fonts and corners as CSS. Until a font loads, a fallback with the same metrics takes its place. */
export function typographyCss({ branding }: Tenant): string {
  const corner = `--corner:${CORNERS[branding.corners]}`;
  if (!branding.font) return `:root{${corner}}`;

  const { text, display } = CHOICES[branding.font];
  return [
    ...[...new Set([text, display])].flatMap(describeFaces),
    `:root{${corner};--font-text:${familiesOf(text)};--font-display:${familiesOf(display)}}`,
  ].join("\n");
}

const familiesOf = ({ family, standIns, generic }: Files) =>
  [...new Set([family, ...standIns.map((standIn) => standIn.family)])].map((name) => `"${name}"`).join(",") +
  `,${generic}`;

const describeFaces = ({ family, weights, url, rupeeUrl, devanagariUrl, unicodeRange, standIns }: Files) => [
  face(family, weights, `url(${url}) format("woff2")`, `unicode-range:${unicodeRange}`),
  face(family, weights, `url(${rupeeUrl}) format("woff2")`, "unicode-range:U+20B9"),
  face(family, weights, `url(${devanagariUrl}) format("woff2")`, `unicode-range:${fonts.devanagari.unicodeRange}`),
  ...standIns.map(describeStandIn),
];

const describeStandIn = ({ family, weights, local, ...metrics }: Font["standIns"][number]) =>
  face(
    family,
    weights,
    local.map((name) => `local("${name}")`).join(","),
    `size-adjust:${metrics.sizeAdjust}`,
    `ascent-override:${metrics.ascentOverride}`,
    `descent-override:${metrics.descentOverride}`,
    `line-gap-override:${metrics.lineGapOverride}`,
  );

const face = (family: string, weights: string, src: string, ...more: string[]) =>
  `@font-face{${[`font-family:"${family}"`, `font-weight:${weights}`, "font-display:swap", `src:${src}`, ...more].join(";")}}`;
