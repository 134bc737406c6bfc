/** A box around outlines and the start of their baseline; `bottom` is negative below the baseline. */
export type Ink = { left: number; right: number; top: number; bottom: number };

export const NO_INK: Ink = { left: 0, right: 0, top: 0, bottom: 0 };

/** The box around `ink` and `more`, which is moved by (x, y). */
export const enclose = (ink: Ink, more: Ink, x: number, y = 0): Ink => ({
  left: Math.min(ink.left, more.left + x),
  right: Math.max(ink.right, more.right + x),
  top: Math.max(ink.top, more.top + y),
  bottom: Math.min(ink.bottom, more.bottom + y),
});
