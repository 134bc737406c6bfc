/** The package has no types. */
declare module "subset-font" {
  export type Options = {
    targetFormat?: "sfnt" | "woff" | "woff2";
    /** A value pins an axis, a range narrows it; other axes stay whole. */
    variationAxes?: Record<string, number | { min: number; max: number }>;
    /** Omits the instructions for small sizes on a screen. */
    noHinting?: boolean;
  };
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
