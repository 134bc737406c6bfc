import type { QrPath } from "./qr-path.ts";

/** Always dark on white, so that every camera reads it. */
export function Qr({ size, path, label }: QrPath & { label: string }) {
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
