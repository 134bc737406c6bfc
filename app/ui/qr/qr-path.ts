import { encode } from "uqr";

export type QrPath = { size: number; path: string };

/**
 * Encodes a payload as an SVG path for <Qr>. Loaders call it, so that the encoder stays out of the browser. `border`: the quiet zone
 * in modules.
 */
export function qrPath(payload: string, border = 2): QrPath {
  const { data, size } = encode(payload, { ecc: "M", border });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}
