import { Children, cloneElement, isValidElement, type JSX } from "react";
import { Scripts } from "react-router";

/**
 * React Router's scripts with low-priority preloads, so that stylesheets and images load first. Only the server renders
 * them: a browser already has them, and the policy lets no script create them.
 */
export function LowPriorityScripts() {
  if (!import.meta.env.SSR) return null;
  // Called instead of rendered: Scripts has no prop for the preloads' priority.
  const scripts = Scripts({}) as JSX.Element | null;
  return Children.map(scripts?.props.children, (child) =>
    isValidElement<JSX.IntrinsicElements["link"]>(child) && child.props.rel === "modulepreload"
      ? cloneElement(child, { fetchPriority: "low" })
      : child,
  );
}
