import type { Random } from "../domain/random.ts";
import type { Box } from "./wordmark.ts";

/** Draws over `box` (it may reach beyond: the caller clips) in three colours that all show on the field. */
export type Motif = (box: Box, colours: [string, string, string], random: Random) => string;
