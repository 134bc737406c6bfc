import { type QrPath, qrPath } from "#app/ui/qr/qr-path.ts";

/** A drawing of modules: `path` in units of one module, with the quiet zone around it. */
export type TillCode = { kind: "barcode"; width: number; path: string } | ({ kind: "qr" } & QrPath);

/** ISO/IEC 15417 requires ten modules beside a Code 128, ISO/IEC 18004 for four around a QR code. */
const BARCODE_QUIET = 10;
const QR_QUIET = 4;
/** A wider barcode has bars on a phone that are too thin for a scanner. */
const MOST_MODULES = 260;

const GROUPED_DIGITS = /^\d+(?:[ -]\d+)*$/;
const PRINTABLE = /^[\x20-\x7e]+$/;

/**
 * Draws the number of a card for the till: as Code 128, or as a QR code if the backend wants one, or if the number does not suit
 * a barcode. Null for a card without a number.
 */
export async function drawTillCode(number: string, format: "code128" | "qr" | null): Promise<TillCode | null> {
  if (number === "") return null;
  const text = GROUPED_DIGITS.test(number) ? number.replaceAll(/[ -]/g, "") : number;
  const barcode = format !== "qr" && PRINTABLE.test(text) ? await drawBarcode(text) : null;
  if (barcode !== null && (format === "code128" || barcode.width <= MOST_MODULES)) return barcode;
  return { kind: "qr", ...qrPath(text, QR_QUIET) };
}

/** The library is large, and only this page needs it. */
async function drawBarcode(text: string): Promise<Extract<TillCode, { kind: "barcode" }>> {
  const { code128 } = await import("bwip-js/generic");
  const { bars, width } = code128({ bcid: "code128", text }, collectBars());
  const path = bars.map(({ x, width }) => `M${BARCODE_QUIET + x} 0h${width}v1h-${width}z`).join("");
  return { kind: "barcode", width: width + 2 * BARCODE_QUIET, path };
}

type Bars = { bars: { x: number; width: number }[]; width: number };

/** The canvas of bwip-js: it reports each bar as a line, of which it names the middle, rounded up. */
function collectBars() {
  const drawn: Bars = { bars: [], width: 0 };
  return {
    scale: (): [number, number] => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width: number) => void (drawn.width = width),
    line: (middle: number, _top: number, _x: number, _bottom: number, width: number) =>
      void drawn.bars.push({ x: middle - Math.ceil(width / 2), width }),
    polygon: () => undefined,
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: () => drawn,
  };
}
