import type { Random } from "../domain/random.ts";
import type { Motif } from "./motif.ts";

const n = (value: number) => String(Number(value.toFixed(1)));
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const path = (fill: string, d: string) => `<path fill="${fill}" d="${d}"/>`;

export const waves: Motif = ({ x, y, w, h }, [near, accent, third], random) =>
  random.pick([ripples, scales])({ x, y, w, h }, [near, accent, third], random);

/** Stacked rows of a wave, each slightly shifted. */
const ripples: Motif = ({ x, y, w, h }, colours, random) => {
  const rows = random.whole(4, 7);
  const length = random.between(150, 320);
  const height = random.between(0.22, 0.6) * (h / rows);
  const step = random.between(0.12, 0.5);
  const order = random.pick([
    [0, 1, 0, 2],
    [0, 2, 1, 0],
    [1, 0, 0, 2],
  ]);
  const row = (index: number) => {
    const top = y + ((index + 0.35) * h) / rows;
    const left = x - length - ((index * step) % 1) * length;
    const crest = `q${n(length / 4)} ${n(-height * 2)} ${n(length / 2)} 0t${n(length / 2)} 0`;
    const count = Math.ceil((w + 3 * length) / length);
    return path(colours[order[index % 4]!]!, `M${n(left)} ${n(top)}${crest.repeat(count)}V${n(y + h + 9)}H${n(left)}z`);
  };
  return times(rows, row).join("");
};

/** Overlapping scales of concentric rings, row upon row. */
const scales: Motif = ({ x, y, w, h }, [near, accent, third], random) => {
  const radius = random.between(62, 120);
  const rings = radius > 90 ? [1, 0.74, 0.48, 0.2] : [1, 0.66, 0.3];
  const shades = random.pick([
    [near, third, accent, near],
    [third, near, accent, third],
    [accent, near, third, accent],
  ]);
  const rows = Math.ceil(h / (radius / 2)) + 3;
  const columns = Math.ceil(w / (2 * radius)) + 2;
  const scale = (cx: number, cy: number) =>
    rings
      .map((ring, at) => `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(radius * ring)}" fill="${shades[at]}"/>`)
      .join("");
  return times(rows, (row) =>
    times(columns, (column) =>
      scale(x + (2 * column - (row % 2) - 0.2) * radius, y + (row / 2) * radius * 1 + radius * 0.25),
    ).join(""),
  ).join("");
};

export const rays: Motif = (box, colours, random) => random.pick([sunburst, halos])(box, colours, random);

const sunburst: Motif = ({ x, y, w, h }, [near, accent, third], random) => {
  const [cx, cy] = corner(random, x, y, w, h);
  const count = random.pick([16, 20, 24, 28, 36]);
  const reach = Math.hypot(w, h) * 1.1;
  const point = (turn: number, radius: number) =>
    `${n(cx + radius * Math.cos(turn * 2 * Math.PI))} ${n(cy + radius * Math.sin(turn * 2 * Math.PI))}`;
  const wedge = (index: number) =>
    `M${n(cx)} ${n(cy)}L${point((index - 0.25) / count, reach)}L${point((index + 0.25) / count, reach)}z`;
  const disc = Math.min(w, h) * random.between(0.24, 0.36);
  return [
    path(near, times(count, wedge).join("")),
    ...[
      [1.34, third],
      [1.12, near],
      [1, accent],
    ].map(([scale, fill]) => `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(disc * Number(scale))}" fill="${fill}"/>`),
  ].join("");
};

/** Concentric rings of uneven width. */
const halos: Motif = ({ x, y, w, h }, colours, random) => {
  const [cx, cy] = corner(random, x, y, w, h);
  const reach = Math.hypot(w, h);
  const count = random.whole(6, 9);
  const order = random.pick([
    [0, 1, 2],
    [0, 2, 1],
    [0, 1, 0],
  ]);
  return times(count, (index) => {
    const radius = reach * (1 - index / count) ** 1.15 * 0.92;
    return index % 2 === 0
      ? `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(radius)}" fill="${colours[order[(index / 2) % 3]!]}"/>`
      : `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(radius)}" fill="none" stroke="${colours[1]}" stroke-width="${n(reach / 90)}" stroke-dasharray="2 ${n(reach / 40)}" stroke-linecap="round"/>`;
  }).join("");
};

const corner = (random: Random, x: number, y: number, w: number, h: number): [number, number] => {
  const [fx, fy] = random.pick([
    [0.5, 1],
    [1, 1],
    [1, 0],
    [0, 1],
    [0.72, 0.78],
    [1, 0.5],
  ] as const);
  return [x + w * fx, y + h * fy];
};

export const grid: Motif = (box, colours, random) => random.pick([quarters, ikat, gingham])(box, colours, random);

/** Square tiles: quarter circles, half circles, dots and triangles, turned at random. */
const quarters: Motif = ({ x, y, w, h }, [near, accent, third], random) => {
  const columns = Math.max(3, Math.round(w / random.pick([105, 125, 150])));
  const size = w / columns;
  const tiles = [
    "M0 0H1A1 1 0 0 1 0 1z",
    "M0 0A.5 .5 0 0 0 1 0z",
    "M0 0H1L0 1z",
    "M.5 .2a.3 .3 0 1 0 .001 0z",
    "M0 0H1V1A1 1 0 0 1 0 0z",
  ];
  const chosen = [random.pick(tiles), random.pick(tiles), tiles[0]!];
  return times(Math.ceil(h / size), (row) =>
    times(columns, (column) => {
      const turn = random.whole(0, 3) * 90;
      const at = `translate(${n(x + column * size)} ${n(y + row * size)})scale(${n(size)})rotate(${turn} .5 .5)`;
      const fill = random.pick([near, near, accent, third]);
      const under = random.next() < 0.3 ? `<path fill="${random.pick([near, accent])}" d="M0 0h1v1H0z"/>` : "";
      const over = under.includes(fill) ? third : fill;
      return `<g transform="${at}">${under}<path fill="${over}" d="${random.pick(chosen)}"/></g>`;
    }).join(""),
  ).join("");
};

/** Stepped diamonds, like threads dyed before weaving. */
const ikat: Motif = ({ x, y, w, h }, [near, accent, third], random) => {
  const width = random.between(120, 190);
  const height = width * random.between(0.9, 1.5);
  const diamond = (cx: number, cy: number, scale: number, fill: string) =>
    path(
      fill,
      `M${n(cx)} ${n(cy - (height / 2) * scale)}L${n(cx + (width / 2) * scale)} ${n(cy)}L${n(cx)} ${n(cy + (height / 2) * scale)}L${n(cx - (width / 2) * scale)} ${n(cy)}z`,
    );
  const [one, two] = random.pick([
    [near, accent],
    [third, near],
    [accent, third],
  ]);
  return times(Math.ceil(h / height) * 2 + 2, (row) =>
    times(Math.ceil(w / width) + 2, (column) => {
      const cx = x + (column + (row % 2) / 2 - 0.25) * width;
      const cy = y + (row * height) / 2;
      return diamond(cx, cy, 0.9, one!) + diamond(cx, cy, 0.58, two!) + diamond(cx, cy, 0.24, row % 2 ? one! : third);
    }).join(""),
  ).join("");
};

const gingham: Motif = ({ x, y, w, h }, [near, accent, third], random) => {
  const size = random.between(60, 110);
  const thread = size * random.between(0.08, 0.16);
  const bars = (count: number, make: (at: number) => string) =>
    times(count, (index) => make(index * size * 2)).join("");
  const columns = Math.ceil(w / size / 2) + 1;
  const rows = Math.ceil(h / size / 2) + 1;
  const slant = random.pick([0, 0, 45]);
  const reach = slant ? Math.max(w, h) * 0.6 : 0;
  return `<g transform="rotate(${slant} ${n(x + w / 2)} ${n(y + h / 2)})">${[
    `<g fill="${near}" fill-opacity=".72">${bars(columns + (slant ? 8 : 0), (at) => `<path d="M${n(x + at - reach)} ${n(y - reach)}h${n(size)}v${n(h + 2 * reach)}h${n(-size)}z"/>`)}</g>`,
    `<g fill="${near}" fill-opacity=".72">${bars(rows + (slant ? 10 : 0), (at) => `<path d="M${n(x - reach)} ${n(y + at - reach)}h${n(w + 2 * reach)}v${n(size)}h${n(-w - 2 * reach)}z"/>`)}</g>`,
    `<g fill="${accent}">${bars(columns + (slant ? 8 : 0), (at) => `<path d="M${n(x + at + size * 1.5 - reach)} ${n(y - reach)}h${n(thread)}v${n(h + 2 * reach)}h${n(-thread)}z"/>`)}</g>`,
    `<g fill="${third}">${bars(rows + (slant ? 10 : 0), (at) => `<path d="M${n(x - reach)} ${n(y + at + size * 1.5 - reach)}h${n(w + 2 * reach)}v${n(thread)}h${n(-w - 2 * reach)}z"/>`)}</g>`,
  ].join("")}</g>`;
};

/** Small shapes scattered on a loose grid, without overlaps. */
export const confetti: Motif = ({ x, y, w, h }, colours, random) => {
  const size = random.between(64, 96);
  const shapes = [
    () => `<circle r=".24"/>`,
    () => `<path d="M-.34-.1h.68a.1.1 0 0 1 0 .2h-.68a.1.1 0 0 1 0-.2z"/>`,
    () => `<path d="M0-.3L.3.22H-.3z"/>`,
    () => `<path d="M-.2-.2h.4v.4h-.4z"/>`,
    () => `<path d="M0-.36l.09.27.27.09-.27.09-.09.27-.09-.27-.27-.09.27-.09z"/>`,
    () => `<path d="M-.3.15A.3.3 0 0 1 .3.15h-.16a.14.14 0 0 0-.28 0z"/>`,
  ];
  const kinds = times(4, () => random.pick(shapes));
  return times(Math.ceil(h / size) + 1, (row) =>
    times(Math.ceil(w / size) + 1, (column) => {
      const cx = x + (column + random.between(0.3, 0.7) - (row % 2) / 2) * size;
      const cy = y + (row + random.between(0.3, 0.7) - 0.3) * size;
      const scale = size * random.between(0.7, 1.25);
      const fill = colours[random.pick([0, 0, 1, 1, 2])];
      return `<g fill="${fill}" transform="translate(${n(cx)} ${n(cy)})rotate(${random.whole(0, 359)})scale(${n(scale)})">${random.pick(kinds)()}</g>`;
    }).join(""),
  ).join("");
};
