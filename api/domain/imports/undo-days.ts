import { DAY_MS } from "../days.ts";

const UNDO_DAYS = 7;

/** The end of the time in which an import can be undone (ms). */
export const undoUntil = ({ created_at }: { created_at: number }) => created_at + UNDO_DAYS * DAY_MS;
