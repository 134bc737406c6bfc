import { Children, cloneElement, isValidElement, type JSX } from "react";
import { Scripts } from "react-router";

/**
 * React Router's scripts, their preloads at a low priority: the page is whole before any of them runs, so none may take
 * the line from the style sheets and pictures of the first paint. Rendered by the server alone: a browser that builds
 * a page anew has them, and would have to write HTML to make them.
 */
export function LateScripts() {
  if (!import.meta.env.SSR) return null;
  // Called, not rendered, since it takes no word about its preloads' priority.
  const scripts = Scripts({}) as JSX.Element | null;
  return Children.map(scripts?.props.children, (child) =>
    isValidElement<JSX.IntrinsicElements["link"]>(child) && child.props.rel === "modulepreload"
      ? cloneElement(child, { fetchPriority: "low" })
      : child,
  );
}
