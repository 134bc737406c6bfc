import { Children, cloneElement, isValidElement, type JSX } from "react";
import { Scripts } from "react-router";

/**
 * React Router's scripts, their preloads at a low priority: the page is whole before any of them runs, so none may take
 * the line from the style sheets and pictures of the first paint.
 */
export function LateScripts() {
  // Called, not rendered, since it takes no word about its preloads' priority.
  const scripts = Scripts({}) as JSX.Element | null;
  return Children.map(scripts?.props.children, (child) =>
    isValidElement<JSX.IntrinsicElements["link"]>(child) && child.props.rel === "modulepreload"
      ? cloneElement(child, { fetchPriority: "low" })
      : child,
  );
}
