import type { Box } from "./wordmark.ts";

/** The positions of the parts of a card, in SVG units. */
export type Layout = {
  words: Box;
  vertical: "start" | "middle" | "end";
  horizontal: "start" | "middle";
  /** The outline of the field for the motif as an SVG path, and its bounding box. */
  edge: string;
  field: Box;
  /** A plate in the ground's colour over the field, behind the words. */
  plate?: { box: Box; radius: number };
  /** Top left corner of the chip, if there is room. */
  chip?: [x: number, y: number];
  /** Centre of the category mark. */
  mark: [x: number, y: number];
};

const MARGIN = 56;

/** Pages place tags over the card's left side above this line. */
const TAGS = 136;
const rectangle = ({ x, y, w, h }: Box) => `M${x} ${y}h${w}v${h}h${-w}z`;

/** Layouts of the wide crops (card, social). SQUARE has the counterpart of each at the same index. */
export const WIDE: ((w: number, h: number) => Layout)[] = [
  (w, h) => beside(w, h, `M${w * 0.55} 0H${w}V${h}H${w * 0.55}z`, w * 0.55),
  (w, h) => beside(w, h, `M${w * 0.52} 0H${w}V${h}H${w * 0.68}z`, w * 0.52),
  (w, h) =>
    beside(w, h, `M${w * 0.6} 0C${w * 0.5} ${h * 0.3} ${w * 0.64} ${h * 0.62} ${w * 0.52} ${h}H${w}V0z`, w * 0.5),
  (w, h) => {
    const r = h * 0.5;
    const cx = w - r * 0.8;
    const edge = `M${cx - r} ${h / 2}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
    const field = { x: cx - r, y: h / 2 - r, w: 2 * r, h: 2 * r };
    return {
      ...beside(w, h, edge, cx - r),
      words: { x: MARGIN, y: TAGS + 100, w: cx - r - MARGIN - 14, h: h - TAGS - 100 - MARGIN },
      field,
      mark: [w - 74, 74],
    };
  },
  (w, h) => {
    const edge = `M0 ${h * 0.6}Q${w / 2} ${h * 0.46} ${w} ${h * 0.6}V${h}H0z`;
    return {
      words: { x: MARGIN, y: TAGS, w: w - 2 * MARGIN, h: 140 },
      vertical: "start",
      horizontal: "start",
      edge,
      field: { x: 0, y: h * 0.52, w, h: h * 0.48 },
      mark: [w - 74, 74],
    };
  },
  (w, h) => {
    const field = { x: 0, y: 0, w, h: h * 0.56 };
    return {
      words: { x: MARGIN, y: h * 0.56 + 40, w: w - 2 * MARGIN - 100, h: h * 0.44 - 40 - 50 },
      vertical: "middle",
      horizontal: "start",
      edge: rectangle(field),
      field,
      mark: [w - 92, h * 0.78],
    };
  },
  (w, h) => {
    const field = { x: 0, y: 0, w, h };
    const box = { x: w * 0.16, y: h * 0.27, w: w * 0.68, h: h * 0.46 };
    return plated(field, box, 18, [w - 74, 74]);
  },
  (w, h) => {
    const field = { x: 0, y: 0, w, h };
    const box = { x: MARGIN, y: h * 0.5, w: w * 0.6, h: h * 0.5 - MARGIN };
    return plated(field, box, 4, [w - 74, 74]);
  },
];

/** The indexes in WIDE of the layouts with the longest lines. */
export const ROOMY = [4, 5, 6];

/** Layouts of the thumbnail, which shows only the first letter. */
export const SQUARE: ((w: number, h: number) => Layout)[] = [
  (w, h) =>
    letter(
      w,
      h,
      `M${w * 0.5} 0H${w}V${h}H${w * 0.5}z`,
      { x: w * 0.5, y: 0, w: w * 0.5, h },
      { x: 30, y: 180, w: w * 0.5 - 60, h: 240 },
      "middle",
    ),
  (w, h) =>
    letter(
      w,
      h,
      `M${w * 0.18} 0H${w}V${h * 0.82}z`,
      { x: w * 0.18, y: 0, w: w * 0.82, h: h * 0.82 },
      { x: 50, y: 330, w: 260, h: 220 },
      "end",
    ),
  (w, h) =>
    letter(
      w,
      h,
      `M${w * 0.5} 0C${w * 0.36} ${h * 0.36} ${w * 0.66} ${h * 0.6} ${w * 0.44} ${h}H${w}V0z`,
      { x: w * 0.4, y: 0, w: w * 0.6, h },
      { x: 34, y: 180, w: 210, h: 240 },
      "middle",
    ),
  (w, h) =>
    letter(
      w,
      h,
      `M${w * 0.2} 0A${w * 0.8} ${h * 0.8} 0 0 0 ${w} ${h * 0.8}V0z`,
      { x: w * 0.2, y: 0, w: w * 0.8, h: h * 0.8 },
      { x: 54, y: 320, w: 260, h: 226 },
      "end",
    ),
  (w, h) =>
    letter(
      w,
      h,
      `M0 ${h * 0.54}Q${w / 2} ${h * 0.4} ${w} ${h * 0.54}V${h}H0z`,
      { x: 0, y: h * 0.46, w, h: h * 0.54 },
      { x: 56, y: 56, w: 400, h: 190 },
      "start",
    ),
  (w, h) =>
    letter(
      w,
      h,
      `M0 0H${w}V${h * 0.5}H0z`,
      { x: 0, y: 0, w, h: h * 0.5 },
      { x: 56, y: h * 0.5 + 56, w: 400, h: 188 },
      "end",
    ),
  (w, h) => ({
    ...plated({ x: 0, y: 0, w, h }, { x: w * 0.25, y: h * 0.25, w: w * 0.5, h: h * 0.5 }, 150, [0, 0]),
    words: { x: w * 0.32, y: h * 0.36, w: w * 0.36, h: h * 0.28 },
  }),
  (w, h) => ({
    ...plated({ x: 0, y: 0, w, h }, { x: 44, y: h * 0.5, w: h * 0.46, h: h * 0.46 - 18 }, 4, [0, 0]),
    words: { x: 74, y: h * 0.56, w: 216, h: 190 },
  }),
];

/** Words on the left, the field from `left` on. */
const beside = (w: number, h: number, edge: string, left: number): Layout => ({
  words: { x: MARGIN, y: TAGS + 100, w: left - MARGIN - 34, h: h - TAGS - 100 - MARGIN },
  vertical: "end",
  horizontal: "start",
  edge,
  field: { x: left, y: 0, w: w - left, h },
  chip: [MARGIN, TAGS],
  mark: [w - 74, 74],
});

const plated = (field: Box, box: Box, radius: number, mark: [number, number]): Layout => ({
  words: { x: box.x + 36, y: box.y + 34, w: box.w - 72, h: box.h - 68 },
  vertical: "middle",
  horizontal: "middle",
  edge: rectangle(field),
  field,
  plate: { box, radius },
  mark,
});

const letter = (
  _w: number,
  _h: number,
  edge: string,
  field: Box,
  words: Box,
  vertical: Layout["vertical"],
): Layout => ({
  words,
  vertical,
  horizontal: vertical === "middle" ? "middle" : "start",
  edge,
  field,
  mark: [0, 0],
});
