import type { Reading } from "../../config/typed/readings.ts";

/** A form's rules as plain data. The browser checks them with check.ts, the server with a Zod schema. */
export type Check =
  | { kind: "pattern"; pattern: RegExp; message: string }
  | { kind: "not"; pattern: RegExp; message: string }
  | { kind: "min"; characters: number; message: string }
  | { kind: "max"; characters: number; message: string }
  | { kind: "equals"; field: string; message: string }
  /** An existing day such as "2026-11-08", from `first` to `last`. */
  | { kind: "day"; first?: string; last?: string; message: string };

/**
 * `unless`: the field is not required if that other field has a text. `reads` is the reading that the text passes before the checks (config/typed/readings.ts). Without `required` the field may be
 * empty. Shows the message of the first check that fails.
 */
export type FieldRules = { required?: string; unless?: string; reads: Reading; checks: Check[] };

export type FormRules = Record<string, FieldRules>;

/** In code points, so that browser and server count an emoji alike. */
export const countCharacters = (text: string) => [...text].length;
