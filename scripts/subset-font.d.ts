/** The package brings no types of its own. */
declare module "subset-font" {
  export type Options = {
    targetFormat?: "sfnt" | "woff" | "woff2";
    /** A value pins an axis, a range narrows it; an axis that is not named stays whole. */
    variationAxes?: Record<string, number | { min: number; max: number }>;
  };
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
