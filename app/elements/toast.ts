export type Toast = { text: string; tone: "success" | "error" | "info"; durationMs?: number };

/** What <toast-list> listens for on the window. */
export const TOAST_EVENT = "awning:toast";

/** Shows a message at the top right of the page; without `durationMs` for as long as the page's list says. */
export function showToast(text: string, { tone = "info", durationMs }: Partial<Omit<Toast, "text">> = {}) {
  window.dispatchEvent(new CustomEvent<Toast>(TOAST_EVENT, { detail: { text, tone, durationMs } }));
}
