/** A colour in OKLCH: lightness 0 to 1, chroma 0 to about 0.3, hue in degrees (B. Ottosson, "A perceptual color space"). */
export type Oklch = { l: number; c: number; h: number };

type Rgb = [red: number, green: number, blue: number];

/** `#rrggbb`, so that every renderer shows it; a colour outside sRGB keeps lightness and hue and loses chroma. */
export const toHex = (colour: Oklch) =>
  `#${linearInGamut(colour)
    .map((value) =>
      Math.round(encodeGamma(value) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(one: Oklch, other: Oklch): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The same for colours written as `#rrggbb` or `#rgb`. */
export function contrastOfHex(one: string, other: string): number {
  const [high, low] = [one, other]
    .map((hex) => {
      const digits = hex.length === 4 ? hex.replaceAll(/[0-9a-f]/gi, "$&$&") : hex;
      const [red, green, blue] = [1, 3, 5].map((at) => decodeGamma(parseInt(digits.slice(at, at + 2), 16) / 255));
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    })
    .sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The lightness at which a hue is most colourful in sRGB: about 0.45 for blue, 0.95 for yellow. */
export function vividLightness(hue: number): number {
  let best = { l: 0.5, c: 0 };
  for (let l = 0.35; l < 0.97; l += 0.02) {
    const c = largestChroma({ l, c: 0.4, h: hue });
    if (c > best.c) best = { l, c };
  }
  return best.l;
}

const luminance = (colour: Oklch) => {
  const [red, green, blue] = linearInGamut(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

function linearInGamut(colour: Oklch): Rgb {
  const c = isInGamut(toLinear(colour)) ? colour.c : largestChroma(colour);
  return toLinear({ ...colour, c }).map((value) => Math.min(1, Math.max(0, value))) as Rgb;
}

function largestChroma({ l, c, h }: Oklch): number {
  let [low, high] = [0, c];
  for (let step = 0; step < 14; step++) {
    const middle = (low + high) / 2;
    if (isInGamut(toLinear({ l, c: middle, h }))) low = middle;
    else high = middle;
  }
  return low;
}

const isInGamut = (rgb: Rgb) => rgb.every((value) => value >= -0.0005 && value <= 1.0005);

const decodeGamma = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

const encodeGamma = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

function toLinear({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}
