import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * For a form that shows what is typed elsewhere on the page, too: `take` gets what was typed or chosen before scripts
 * ran, which on a slow phone is all of it.
 */
export function useTypedBefore(take: (typed: FormData) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const first = useRef(take);
  useLayoutEffect(() => {
    if (form.current) first.current(new FormData(form.current));
  }, []);
  return form;
}
