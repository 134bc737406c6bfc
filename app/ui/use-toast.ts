import { useEffect } from "react";
import { showToast } from "#app/elements/toast.ts";

/**
 * Shows what an action answered as a toast too (spec, section 8: an alert), each time it answers. Where JavaScript does
 * not run, the alert in the page says it.
 *
 * @param answer what changes with every answer, usually actionData
 */
export function useToast(text: string | null | undefined, answer: unknown) {
  useEffect(() => {
    if (text) showToast(text, { tone: "error" });
  }, [text, answer]);
}
