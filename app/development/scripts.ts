/** Scripts of each document in development. They show a change without a manual reload. */
export const DEVELOPMENT_SCRIPTS = ["/@vite/client", "/app/development/page.ts"];

/** Open pages receive this after the server has loaded a change. */
export const CHANGED = "awning:changed";
/** A page sends this when it is connected, with the number of changes before its answer. */
export const OPENED = "awning:opened";
/** The entry of Server-Timing with that number. */
export const CHANGES = "changes";
