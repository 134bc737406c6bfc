import { encode } from "uqr";

export type QrPath = { size: number; path: string };

/** A payload as the squares of a QR code, for <Qr>. Called in a loader, so that no page carries the encoder. */
export function qrPath(payload: string): QrPath {
  const { data, size } = encode(payload, { ecc: "M", border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}
