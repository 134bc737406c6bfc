import { createHash } from "node:crypto";

import { LRUCache } from "lru-cache";

import { ApiError } from "../error.ts";

export type Rasterise = (svg: string, size: { width: number; height: number }) => Promise<Buffer>;

/** About a thousand pictures. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_WAITING = 100;

/**
 * Renders SVG documents as PNG and caches them by content, so tenants share only identical pictures. Renders one at a
 * time on one core, because password hashing uses the same threads.
 * @returns a function that throws ApiError 503 while a hundred others wait
 */
export function createRasteriser(): Rasterise {
  const kept = new LRUCache<string, Buffer>({ maxSize: MAX_BYTES, sizeCalculation: (png) => png.length });
  const underWay = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  async function draw(svg: string, { width, height }: { width: number; height: number }) {
    // Loaded with the first picture, because most starts render none.
    const { default: sharp } = await import("sharp");
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp(Buffer.from(svg)).resize(width, height, { fit: "cover" }).png({ palette: true, effort: 4 }).toBuffer();
  }

  return async (svg, size) => {
    const key = createHash("sha256").update(`${size.width}x${size.height}\0${svg}`).digest("base64");
    const known = kept.get(key) ?? underWay.get(key);
    if (known) return known;
    if (underWay.size >= MAX_WAITING) throw new ApiError(503, "Please try again in a moment.");

    const drawn = last.then(() => draw(svg, size));
    last = drawn.catch(() => undefined); // the caller gets the error; the next picture must not fail with it
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
