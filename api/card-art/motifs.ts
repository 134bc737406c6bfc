import type { Motif } from "./motif.ts";
import { arches, circuits, dunes, leaves } from "./motifs-drawn.ts";
import { confetti, grid, rays, waves } from "./motifs-woven.ts";

export const MOTIFS = { waves, rays, leaves, grid, confetti, arches, dunes, circuits } satisfies Record<string, Motif>;
export type MotifName = keyof typeof MOTIFS;
