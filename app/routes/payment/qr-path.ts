import { encode } from "uqr";

export type QrPath = { size: number; path: string };

/** Encodes a payload as an SVG path for <Qr>. Loaders call it, so that the encoder stays out of the browser. */
export function qrPath(payload: string): QrPath {
  const { data, size } = encode(payload, { ecc: "M", border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}
