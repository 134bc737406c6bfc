export type Toast = { text: string; tone: "success" | "error" | "info"; durationMs?: number };

/** <toast-list> listens for this on window. */
export const TOAST_EVENT = "awning:toast";

/** Shows a toast, by default for the page's duration. */
export function showToast(text: string, { tone = "info", durationMs }: Partial<Omit<Toast, "text">> = {}) {
  window.dispatchEvent(new CustomEvent<Toast>(TOAST_EVENT, { detail: { text, tone, durationMs } }));
}
