/** The kept text; null if there is none, or if the browser blocks its storage. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // blocked by the browser's settings
  }
}

/** Keeps a text; null removes it. Nothing is kept if the browser's storage is blocked or full. */
export function keep(key: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The page works without it.
  }
}
