import type { Motif } from "./motif.ts";

const n = (value: number) => String(Number(value.toFixed(1)));
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/** A leaf of length 1 from (0,0) along +x. */
const LEAF = "M0 0C.22-.34.7-.32 1 0C.7.32.22.34 0 0z";
const VEIN = "M.1 0H.86";

export const leaves: Motif = (box, colours, random) => random.pick([foliage, sprigs, mosaic])(box, colours, random);

/** A rosette field: leaves around points of a loose grid. */
const foliage: Motif = ({ x, y, w, h }, [near, accent, third], random) => {
  const size = random.between(150, 230);
  const petals = random.pick([5, 6, 8]);
  const fills = random.pick([
    [near, third],
    [near, accent],
    [third, near],
  ]);
  return times(Math.ceil(h / size) + 1, (row) =>
    times(Math.ceil(w / size) + 1, (column) => {
      const at = `translate(${n(x + (column + (row % 2) / 2) * size)} ${n(y + (row + 0.4) * size * 0.86)})rotate(${random.whole(0, 90)})`;
      const petal = (index: number) =>
        `<path transform="rotate(${n((360 / petals) * index)})scale(${n(size * 0.5)})" d="${LEAF}" fill="${fills[index % 2]}"/>`;
      return `<g transform="${at}">${times(petals, petal).join("")}<circle r="${n(size * 0.07)}" fill="${accent}"/></g>`;
    }).join(""),
  ).join("");
};

/** Tall stems with paired leaves, rising side by side. */
const sprigs: Motif = ({ x, y, w, h }, [near, accent, third], random) => {
  const gap = random.between(120, 180);
  const count = Math.ceil(w / gap) + 1;
  const lean = random.between(-14, 14);
  return times(count, (stem) => {
    const fill = [near, third, near, accent][stem % 4]!;
    const height = h * random.between(0.82, 1.1);
    const pairs = Math.round(height / 74);
    const leaf = (pair: number, side: 1 | -1) => {
      const size = 96 - pair * (50 / pairs);
      return `<path transform="translate(0 ${n(-pair * (height / pairs) - 20)})rotate(${side * 48 - 90})scale(${n(size)})" d="${LEAF}"/>`;
    };
    const body = times(pairs, (pair) => leaf(pair, 1) + leaf(pair, -1)).join("");
    const top = `<path transform="translate(0 ${n(-height + 12)})rotate(-90)scale(52)" d="${LEAF}"/>`;
    return `<g fill="${fill}" transform="translate(${n(x + (stem + 0.3) * gap)} ${n(y + h + 24)})rotate(${n(lean)})"><path d="M-2.500 0h5V${n(-height)}h-5z"/>${body}${top}</g>`;
  })
    .join("")
    .replaceAll("2.500", "2.5");
};

/** One leaf in each square, with its vein cut out. */
const mosaic: Motif = ({ x, y, w, h }, [near, accent, third], random) => {
  const size = w / Math.max(2, Math.round(w / random.between(110, 160)));
  return times(Math.ceil(h / size), (row) =>
    times(Math.round(w / size), (column) => {
      const turn = 45 + 90 * ((row + column + random.pick([0, 0, 1])) % 2);
      const fill = random.pick([near, near, accent, third]);
      const at = `translate(${n(x + (column + 0.5) * size)} ${n(y + (row + 0.5) * size)})rotate(${turn})scale(${n(size * 1.24)})translate(-.5)`;
      return `<g transform="${at}"><path d="${LEAF}" fill="${fill}"/><path d="${VEIN}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width=".018"/></g>`;
    }).join(""),
  ).join("");
};

export const arches: Motif = (box, colours, random) => random.pick([arcade, rainbow])(box, colours, random);

/** Rows of small nested arches. */
const arcade: Motif = ({ x, y, w, h }, colours, random) => {
  const columns = Math.max(2, Math.round(w / random.between(110, 170)));
  const width = w / columns;
  const tall = width * random.between(1, 1.6);
  const rows = Math.ceil(h / tall) + 1;
  const start = random.whole(0, 2);
  const arch = (cx: number, foot: number, scale: number, fill: string) => {
    const half = (width / 2) * scale;
    const shoulder = foot - (tall - width / 2) * (0.35 + 0.65 * scale);
    return `<path fill="${fill}" d="M${n(cx - half)} ${n(foot)}V${n(shoulder)}a${n(half)} ${n(half)} 0 0 1 ${n(2 * half)} 0V${n(foot)}z"/>`;
  };
  return times(rows, (row) =>
    times(columns + (row % 2), (column) => {
      const cx = x + (column + 0.5 - (row % 2) / 2) * width;
      const foot = y + h - (rows - 1 - row - 0.3) * tall * 0.98;
      return [0.94, 0.64, 0.34].map((scale, at) => arch(cx, foot, scale, colours[(at + start + row) % 3]!)).join("");
    }).join(""),
  ).join("");
};

/** One great arch of many bands. */
const rainbow: Motif = ({ x, y, w, h }, colours, random) => {
  const bands = random.whole(4, 7);
  const radius = Math.max(w * 0.5, h * 0.78) * random.between(1, 1.2);
  const cx = x + w * random.pick([0.5, 0.6, 0.92]);
  const foot = y + h * random.pick([1, 1.04, 0.94]);
  const shuffle = random.pick([
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
  ]);
  return times(bands, (band) => {
    const r = radius * (1 - (band * 0.9) / bands);
    const fill = colours[shuffle[band % 3]!];
    return `<path fill="${fill}" d="M${n(cx - r)} ${n(foot + 90)}V${n(foot)}a${n(r)} ${n(r)} 0 0 1 ${n(2 * r)} 0v90z"/>`;
  }).join("");
};

/** Rows of hills, with a sun or moon above them. */
export const dunes: Motif = ({ x, y, w, h }, [near, accent, third], random) => {
  const layers = random.whole(3, 5);
  const radius = h * random.between(0.16, 0.27);
  const cx = x + w * random.between(0.3, 0.78);
  const cy = y + h * random.between(0.3, 0.46);
  const sky = random.pick([
    `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(radius)}" fill="${accent}"/>`,
    `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(radius * 1.5)}" fill="${accent}" fill-opacity=".35"/><circle cx="${n(cx)}" cy="${n(cy)}" r="${n(radius)}" fill="${accent}"/>`,
    `<path fill="${accent}" d="M${n(cx)} ${n(cy - radius)}a${n(radius)} ${n(radius)} 0 1 0 ${n(radius)} ${n(radius)}a${n(radius * 0.8)} ${n(radius * 0.8)} 0 0 1 ${n(-radius)} ${n(-radius)}z"/>`,
  ]);
  const isSharp = random.next() < 0.4;
  const hill = (index: number) => {
    const base = y + h * (0.5 + (0.5 * index) / layers);
    const rise = h * random.between(0.1, 0.2);
    const peak = random.between(0.25, 0.75);
    const fill = [near, third, near, accent][index % 4];
    const opacity = index % 4 === 0 && index > 0 ? 0.8 : 1;
    const crest = isSharp
      ? `L${n(x + w * peak * 0.6)} ${n(base - rise)}L${n(x + w * peak)} ${n(base + rise * 0.3)}L${n(x + w * (peak + 0.22))} ${n(base - rise * 0.7)}L${n(x + w + 9)} ${n(base + rise * 0.5)}`
      : `C${n(x + w * peak * 0.5)} ${n(base - rise * 1.6)} ${n(x + w * peak)} ${n(base - rise)} ${n(x + w * (peak + 0.1))} ${n(base)}S${n(x + w * 0.9)} ${n(base + rise)} ${n(x + w + 9)} ${n(base - rise)}`;
    return `<path fill="${fill}" fill-opacity="${opacity}" d="M${n(x - 9)} ${n(base + rise * 0.4)}${crest}V${n(y + h + 9)}H${n(x - 9)}z"/>`;
  };
  return sky + times(layers, hill).join("");
};

/** Parallel tracks that bend together, with pads at their ends. */
export const circuits: Motif = ({ x, y, w, h }, [near, accent, third], random) => {
  const pitch = random.between(30, 46);
  const stroke = pitch * random.between(0.2, 0.34);
  const isUpright = h > w;
  const [long, wide] = isUpright ? [h, w] : [w, h];
  const count = Math.ceil(wide / pitch) + 6;
  const bend = [random.between(0.2, 0.4), random.between(0.55, 0.8)];
  const jog = pitch * random.pick([2, 3, -2, -3]);
  const track = (index: number) => {
    const across = (index - 3) * pitch;
    const first = long * bend[0]! + index * pitch * 0.12;
    const second = long * bend[1]! + index * pitch * 0.12;
    const stops = random.next() < 0.55;
    const end = stops ? second - Math.abs(jog) * random.between(0.2, 1.4) : long + 20;
    const route = [
      [-20, across],
      [first, across],
      [first + Math.abs(jog), across + jog],
    ];
    if (stops) route.push([Math.max(end, first + Math.abs(jog) + 12), across + jog]);
    else route.push([second, across + jog], [second + Math.abs(jog), across], [end, across]);
    const place = ([along, side]: number[]) => (isUpright ? [x + side!, y + along!] : [x + along!, y + side!]);
    const points = route.map((point) => place(point).map(n).join(" "));
    const colour = random.pick([near, near, third, accent]);
    const [px, py] = place(route.at(-1)!);
    const pad = stops
      ? `<circle cx="${n(px!)}" cy="${n(py!)}" r="${n(stroke * 1.25)}" fill="${accent}" stroke="none"/>`
      : "";
    return `<path stroke="${colour}" d="M${points.join("L")}"/>${pad}`;
  };
  return `<g fill="none" stroke-width="${n(stroke)}" stroke-linejoin="round" stroke-linecap="round">${times(count, track).join("")}</g>`;
};
