const SOCIAL = { width: 1200, height: 630 };
const SOCIAL_ICON = 240;
const MARGIN = 90;

/** Launchers crop this icon to any shape, so it needs a margin (W3C App Manifest, maskable icons). */
const MASKABLE = { side: 512, icon: 360 };

/** An icon as PNG, with sides of `side` pixels. */
export async function drawIcon(icon: Buffer, side: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(icon).resize(side, side, { fit: "contain", background: "#0000" }).png().toBuffer();
}

/** @param colour the ground, as `#rrggbb` */
export async function drawMaskable(icon: Buffer, colour: string): Promise<Buffer> {
  const sharp = await loadSharp();
  const { side } = MASKABLE;
  const ground = { width: side, height: side, channels: 3 as const, background: colour };
  const input = await drawIcon(icon, MASKABLE.icon);
  return sharp({ create: ground }).composite([{ input }]).png().toBuffer();
}

/** A link preview: the icon over the right part of the banner, or over the brand's colour. */
export async function drawSocial(icon: Buffer, banner: Buffer | null, colour: string): Promise<Buffer> {
  const sharp = await loadSharp();
  const ground = banner
    ? sharp(banner).resize(SOCIAL.width, SOCIAL.height, { fit: "cover", position: "right" })
    : sharp({ create: { width: SOCIAL.width, height: SOCIAL.height, channels: 3, background: colour } });
  const input = await drawIcon(icon, SOCIAL_ICON);
  const top = Math.round((SOCIAL.height - SOCIAL_ICON) / 2);
  return ground
    .composite([{ input, left: MARGIN, top }])
    .png({ palette: true })
    .toBuffer();
}

/** Loaded on first use. One core and no cache: its callers keep the pictures. */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
