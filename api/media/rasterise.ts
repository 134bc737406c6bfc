import { createHash } from "node:crypto";

import { LRUCache } from "lru-cache";

import { createOneAtATime, loadSharp } from "../concurrency/one-at-a-time.ts";

export type Rasterise = (svg: string, size: { width: number; height: number }) => Promise<Buffer>;

/** About a thousand pictures. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Renders SVG documents as PNG and caches them by content, so tenants share only identical pictures.
 * @returns a function that throws as `inTurn` does
 */
export function createRasteriser(inTurn = createOneAtATime()): Rasterise {
  const kept = new LRUCache<string, Buffer>({ maxSize: MAX_BYTES, sizeCalculation: (png) => png.length });
  const underWay = new Map<string, Promise<Buffer>>();

  async function draw(svg: string, { width, height }: { width: number; height: number }) {
    const sharp = await loadSharp();
    return sharp(Buffer.from(svg)).resize(width, height, { fit: "cover" }).png({ palette: true, effort: 4 }).toBuffer();
  }

  return async (svg, size) => {
    const key = createHash("sha256").update(`${size.width}x${size.height}\0${svg}`).digest("base64");
    const known = kept.get(key) ?? underWay.get(key);
    if (known) return known;

    const drawn = inTurn(() => draw(svg, size));
    underWay.set(key, drawn);
    try {
      const png = await drawn;
      kept.set(key, png);
      return png;
    } finally {
      underWay.delete(key);
    }
  };
}
