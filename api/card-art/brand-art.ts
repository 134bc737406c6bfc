import { createRandom } from "../domain/random.ts";
import { contrast, type Oklch, toHex, vividLightness } from "../media/colour.ts";
import { STYLE_NAMES } from "./lettering.ts";
import { type MotifName, MOTIFS } from "./motifs.ts";
import { initialOf, lettersOf } from "./scripts.ts";
import { drawWordmark, escapeXml } from "./wordmark.ts";

/** A new brand's colours, as hex. White is readable on `primary` and `button`. */
export type BrandColours = { primary: string; secondary: string; button: string };

/** Chooses colours for a new brand, always the same for the same name. */
export function chooseBrandColours(name: string): BrandColours {
  const random = createRandom(`brand/${name}`);
  const h = random.between(0, 360);
  const secondary = { l: vividLightness(h + 150) * 0.6 + 0.2, c: 0.14, h: h + 150 };
  return {
    primary: toHex({ l: 0.34, c: 0.12, h }),
    secondary: toHex(secondary),
    button: toHex(darkenUntilWhiteReads({ l: 0.55, c: 0.16, h })),
  };
}

const WHITE: Oklch = { l: 1, c: 0, h: 0 };

function darkenUntilWhiteReads(wanted: Oklch): Oklch {
  let colour = wanted;
  while (contrast(WHITE, colour) < 4.6) colour = { ...colour, l: colour.l - 0.01 };
  return colour;
}

type BrandArt = { "logo.svg": string; "banner.svg": string; "favicon.svg": string };

/** Draws placeholder pictures for a new brand, by file name, from its name, a motif and its first letter. */
export async function drawBrand(name: string, { primary, secondary }: BrandColours): Promise<BrandArt> {
  const random = createRandom(`brand/${name}/art`);
  const style = random.pick(STYLE_NAMES);
  const motif = MOTIFS[random.pick(Object.keys(MOTIFS) as MotifName[])];
  const initial = initialOf(name);
  const width = Math.min(300, Math.max(90, 18 * lettersOf(name).length));
  const start = { horizontal: "start", vertical: "middle" } as const;
  const middle = { horizontal: "middle", vertical: "middle" } as const;

  const logo = await drawWordmark(name, {
    style,
    box: { x: 0, y: 4, w: width, h: 32 },
    align: start,
    ink: primary,
    maxSize: 34,
  });
  const field = { x: 800, y: 0, w: 800, h: 360 };
  const banner = [
    `<rect width="1600" height="360" fill="${primary}"/>`,
    `<clipPath id="c"><path d="M980 0H1600V360H800z"/></clipPath>`,
    `<g clip-path="url(#c)" opacity=".55">${motif(field, [secondary, "#ffffff", primary], random)}</g>`,
    `<rect x="1030" y="100" width="520" height="160" rx="24" fill="${primary}"/>`,
    await drawWordmark(name, {
      style,
      box: { x: 1060, y: 120, w: 460, h: 120 },
      align: middle,
      ink: "#ffffff",
      maxSize: 110,
    }),
  ];
  const icon = [
    `<rect width="48" height="48" rx="12" fill="${primary}"/>`,
    await drawWordmark(initial, {
      style,
      box: { x: 8, y: 8, w: 32, h: 32 },
      align: middle,
      ink: "#ffffff",
      maxSize: 40,
    }),
  ];
  return {
    // The logo appears on light and dark surfaces, so it follows the page's colour scheme.
    "logo.svg": svg(width, 40, name, `<style>@media (prefers-color-scheme:dark){g,text{fill:#fff}}</style>${logo}`),
    "banner.svg": svg(1600, 360, name, banner.join("\n")),
    "favicon.svg": svg(48, 48, name, icon.join("\n")),
  };
}

const svg = (width: number, height: number, label: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(label)}">\n${content}\n</svg>\n`;
