/** Sets lines of type. Lengths are in em. */
export type Setter = {
  isDrawable: (text: string) => boolean;
  width: (line: string) => number;
  /** The height that a fitting size allows for. */
  height: (lines: string[]) => number;
  /** Distances from the top of the first line: of its baseline, between baselines, of the end. */
  place: (lines: string[]) => { top: number; pitch: number; height: number };
  /** The line in thousandths of an em, from the start of its baseline. */
  draw: (line: string) => string;
};
