import type { Tenant } from "../../tenants/schema.ts";
import figtree from "#app/fonts/figtree.woff2?url&no-inline";
import figtreeRupee from "#app/fonts/figtree-rupee.woff2?url&no-inline";
import fonts from "#app/fonts/fonts.json" with { type: "json" };
import fraunces from "#app/fonts/fraunces.woff2?url&no-inline";
import frauncesRupee from "#app/fonts/fraunces-rupee.woff2?url&no-inline";
import publicSans from "#app/fonts/public-sans.woff2?url&no-inline";
import publicSansRupee from "#app/fonts/public-sans-rupee.woff2?url&no-inline";

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
type Choice = { font: Font; url: string; rupeeUrl: string; generic: string; isForText: boolean };

/** The fonts that a brand may choose, made by cli/fonts.ts; a font that is not for text is for headings and amounts. */
const CHOICES: Record<FontName, Choice> = {
  grotesk: { font: fonts.figtree, url: figtree, rupeeUrl: figtreeRupee, generic: "sans-serif", isForText: true },
  serif: { font: fonts.fraunces, url: fraunces, rupeeUrl: frauncesRupee, generic: "serif", isForText: false },
  sans: {
    font: fonts["public-sans"],
    url: publicSans,
    rupeeUrl: publicSansRupee,
    generic: "sans-serif",
    isForText: true,
  },
};

/** Radius of surfaces and controls; pills stay pills. */
const CORNERS = { sharp: "4px", soft: "10px", round: "16px" };

/** The font file that a brand's pages need first, or null: it uses what the device has. */
export const fontUrlOf = ({ branding }: Tenant) => (branding.font ? CHOICES[branding.font].url : null);

/** A brand's fonts and corners as CSS; until a font arrives, one of the device's own takes exactly its room. */
export function typographyCss({ branding }: Tenant): string {
  const corner = `--corner:${CORNERS[branding.corners]}`;
  if (!branding.font) return `:root{${corner}}`;

  const { font, url, rupeeUrl, generic, isForText } = CHOICES[branding.font];
  const families = [...new Set([font.family, ...font.standIns.map(({ family }) => family)])];
  const stack = [...families.map((family) => `"${family}"`), generic].join(",");
  return [
    face(font.family, font.weights, `url(${url}) format("woff2")`, `unicode-range:${font.unicodeRange}`),
    face(font.family, font.weights, `url(${rupeeUrl}) format("woff2")`, "unicode-range:U+20B9"),
    ...font.standIns.map(describeStandIn),
    `:root{${corner};--font-display:${stack}${isForText ? `;--font-text:${stack}` : ""}}`,
  ].join("\n");
}

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
