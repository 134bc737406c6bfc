import type { IconNode } from "lucide";
import { createElement } from "react";

type IconProps = {
  /** The shapes of a Lucide icon, e.g. `lucide/dist/esm/icons/x.mjs`. */
  of: IconNode;
  /** Pixels; CSS may override it. */
  size?: number;
  className?: string;
};

/**
 * A decorative icon in the text's colour (app/ui/base.css). lucide-react's component would add 2 KB to every hydrated
 * page and costs more to render.
 */
export const Icon = ({ of: shapes, size = 24, className }: IconProps) => (
  <svg className={className ? `icon ${className}` : "icon"} viewBox="0 0 24 24" width={size} height={size} aria-hidden>
    {shapes.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
  </svg>
);
