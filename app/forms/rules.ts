/** A form's rules and texts as plain data: the browser checks with check.ts, the server with a Zod schema made of the same. */
export type Check =
  | { kind: "pattern"; pattern: RegExp; message: string }
  | { kind: "min"; characters: number; message: string }
  | { kind: "max"; characters: number; message: string }
  | { kind: "equals"; field: string; message: string }
  /** A day such as "2026-11-08" that there is, from `first` to `last`. */
  | { kind: "day"; first?: string; last?: string; message: string };

/** Without `required` the field may be empty. Checks run in order; the first that fails speaks. */
export type FieldRules = { required?: string; trim: boolean; checks: Check[] };

export type FormRules = Record<string, FieldRules>;

/** Length in code points, so that browser and server count an emoji alike. */
export const countCharacters = (text: string) => [...text].length;
