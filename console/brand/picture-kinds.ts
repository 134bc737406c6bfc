type PictureKind = {
  label: string;
  hint: string;
  /** Its field below `branding`. */
  field: string;
  /** The place in the shop that shows a drawn picture if the brand has none. */
  drawn?: string;
  size: [width: number, height: number];
};

/** A brand's own pictures, by their kinds in the API. */
export const KINDS: Record<string, PictureKind> = {
  logo: {
    label: "Logo",
    hint: "At best 480 by 160 pixels, with a transparent ground. The header shows it 36 pixels high.",
    field: "logo_url",
    size: [180, 36],
  },
  banner: {
    label: "Banner",
    hint: "1600 by 360 pixels. Words cover its left half.",
    field: "banner_url",
    drawn: "/media/brand/banner.svg",
    size: [480, 108],
  },
  icon: {
    label: "Icon",
    hint: "A square of 512 pixels, for tabs and home screens.",
    field: "icon_url",
    drawn: "/media/brand/favicon.svg",
    size: [64, 64],
  },
};
