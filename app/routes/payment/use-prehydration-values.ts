import { type RefObject, useLayoutEffect, useRef } from "react";

/** Calls `take` once with the values typed before hydration, so that React's state matches the form. */
export function useTypedBefore(take: (typed: FormData) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const first = useRef(take);
  useLayoutEffect(() => {
    if (form.current) first.current(new FormData(form.current));
  }, []);
  return form;
}
