import type { Random } from "../domain/random.ts";
import type { Box } from "./wordmark.ts";

/** Draws over `box` in three colours that are visible on the field. It may exceed the box; the caller clips. */
export type Motif = (box: Box, colours: [string, string, string], random: Random) => string;
