import type { MotifName } from "./motifs.ts";

type Mark = {
  words: RegExp;
  motifs: readonly [MotifName, ...MotifName[]];
  /** Strokes in a square of 24. */ icon: string;
};

// Tried in this order, because brands name their categories freely.
const MARKS: Mark[] = [
  {
    words: /sweet|mithai|dessert|\bbak/i,
    motifs: ["confetti", "arches"],
    icon: "M4 12h16l-2 8H6zM7 12a5 5 0 0 1 10 0M12 7V4",
  },
  {
    words: /grocer|market|farm|pantry|organic|everyday/i,
    motifs: ["leaves", "waves"],
    icon: "M4 10h16l-1.5 10h-13zM8 10l3-6M16 10l-3-6M9.5 14v3M14.5 14v3",
  },
  {
    words: /flower|garden|bloom/i,
    motifs: ["leaves", "dunes"],
    icon: "M12 21v-9M12 16c-4 0-6-2-6-5 4 0 6 2 6 5zM12 14c4 0 6-2 6-5-4 0-6 2-6 5zM12 9a3 3 0 1 0 0-.1",
  },
  {
    words: /food|\bdin(e|ing)|caf|restaurant|\beat/i,
    motifs: ["rays", "arches"],
    icon: "M7 3v7a2 2 0 0 0 4 0V3M9 12v9M17 3c-2 2-3 5-3 9h3v9",
  },
  { words: /jewel|gold|watch/i, motifs: ["rays", "grid"], icon: "M7 4h10l4 5-9 11L3 9zM3 9h18M9 9l3 11 3-11" },
  {
    words: /fashion|apparel|wear|style|cloth|saree|wardrobe/i,
    motifs: ["grid", "waves"],
    icon: "M12 9V8a2.5 2.5 0 1 0-2.5-2.5M12 9l9 7a1.2 1.2 0 0 1-.8 2.2H3.8A1.2 1.2 0 0 1 3 16z",
  },
  {
    words: /tech|electronic|gadget|digital|device|mobile/i,
    motifs: ["circuits", "grid"],
    icon: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
  },
  {
    words: /travel|stay|journey|holiday|getaway|commute|fuel/i,
    motifs: ["dunes", "waves"],
    icon: "M3 20h18M5 20V9l7-5 7 5v11M10 20v-6h4v6",
  },
  {
    words: /home|living|kitchen|house|decor/i,
    motifs: ["arches", "grid"],
    icon: "M6 11V8a3 3 0 0 1 3-3h6a3 3 0 0 1 3 3v3M4 11a2 2 0 0 1 2 2v2h12v-2a2 2 0 1 1 4 0v5H2v-5a2 2 0 0 1 2-2zM5 18v2M19 18v2",
  },
  {
    words: /health|\bwell|beaut|\bfit|\bspa\b|salon/i,
    motifs: ["leaves", "dunes"],
    icon: "M12 20C6 16 3 12.5 3 9a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 3.5-3 7-9 11z",
  },
  {
    words: /learn|book|course|toy|child|kid|stud|little/i,
    motifs: ["arches", "confetti"],
    icon: "M12 6c-2-1.6-5-2-9-2v14c4 0 7 .4 9 2 2-1.6 5-2 9-2V4c-4 0-7 .4-9 2zM12 6v14",
  },
  {
    words: /entertain|leisure|game|music|cinema|film|experience|fun|play|outing/i,
    motifs: ["confetti", "rays"],
    icon: "M3 8V6h18v2a4 4 0 0 0 0 8v2H3v-2a4 4 0 0 0 0-8zM13 6v3M13 11v2M13 15v3",
  },
  {
    words: /giv|cause|charit|donat|impact/i,
    motifs: ["leaves", "rays"],
    icon: "M12 11C9 9 7.5 7.3 7.5 5.5a2.3 2.3 0 0 1 4.5-.5 2.3 2.3 0 0 1 4.5.5C16.5 7.3 15 9 12 11zM3 14l4-1 6 3h3M7 19l5 1 9-5",
  },
];

const ALL_MOTIFS: MotifName[] = ["waves", "rays", "leaves", "grid", "confetti", "arches", "dunes", "circuits"];
const GIFT: Mark = {
  words: /^/,
  motifs: ALL_MOTIFS as [MotifName],
  icon: "M4 9h16v4H4zM6 13h12v8H6zM12 9v12M12 9C8 9 7 4 9.5 4S12 9 12 9zM12 9c4 0 5-5 2.5-5S12 9 12 9z",
};

/** The motifs and the mark of a category, by the words in its name; a bow if no word matches. */
export const markOf = (category: string): Mark => MARKS.find(({ words }) => words.test(category)) ?? GIFT;
