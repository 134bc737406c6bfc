import { createElement } from "react";
import type { IconNode } from "lucide";

type IconProps = {
  /** The shapes of one of Lucide's icons, e.g. `lucide/dist/esm/icons/x.mjs`. */
  of: IconNode;
  /** Pixels; a class may say otherwise. */
  size?: number;
  className?: string;
};

/**
 * An icon beside words that say the same, so that nobody needs it. Lines in the colour of the text (app/ui/base.css);
 * lucide-react's own component is 2 KB in every page that hydrates, and costs the server more than the drawing.
 */
export const Icon = ({ of: shapes, size = 24, className }: IconProps) => (
  <svg className={className ? `icon ${className}` : "icon"} viewBox="0 0 24 24" width={size} height={size} aria-hidden>
    {shapes.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
  </svg>
);
