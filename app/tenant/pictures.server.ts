import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { LRUCache } from "lru-cache";

import { BRAND_FILE, type Tenant } from "../../config/brand/schema.ts";
import { defaultIcon } from "./default-icon.ts";

const nameIn = (url: string | undefined) => url?.slice("/media/brand/".length);

export type PictureSize = { width: number; height: number };

/** `social.png` is the link preview of pages without a specific picture. */
const ICONS: Record<string, number> = { "icon-180.png": 180, "icon-192.png": 192, "icon-512.png": 512 };
const SOCIAL_SIZE: PictureSize = { width: 1200, height: 630 };
const SOCIAL_ICON = 240;
const MARGIN = 90;

/** Launchers crop this icon to any shape, so it needs a margin (W3C App Manifest, maskable icons). */
const MASKABLE = { side: 512, icon: 360 };

/** Draws the images that derive from a brand's folder, once until the brand is reloaded. */
export function createBrandPictures(tenantsDir: string) {
  const kept = new LRUCache<string, { tenant: Tenant; value: Promise<unknown> }>({ max: 512 });

  function once<Value>(tenant: Tenant, name: string, make: () => Promise<Value>): Promise<Value> {
    const key = `${tenant.id}/${name}`;
    const known = kept.get(key);
    if (known?.tenant === tenant) return known.value as Promise<Value>;
    const value = make();
    kept.set(key, { tenant, value });
    value.catch(() => kept.delete(key));
    return value;
  }

  const fileOf = (tenant: Tenant, name: string) => join(tenantsDir, tenant.id, name);

  const readIcon = async (tenant: Tenant, colour: string) =>
    (await readIfThere(fileOf(tenant, nameIn(tenant.branding.icon_url) ?? "favicon.svg"))) ??
    Buffer.from(defaultIcon(colour));

  async function drawIcon(tenant: Tenant, colour: string, side: number) {
    const sharp = await loadSharp();
    return sharp(await readIcon(tenant, colour))
      .resize(side, side, { fit: "contain", background: "#0000" })
      .png()
      .toBuffer();
  }

  async function drawMaskable(tenant: Tenant, colour: string) {
    const sharp = await loadSharp();
    const { side, icon } = MASKABLE;
    const ground = { width: side, height: side, channels: 3 as const, background: colour };
    const input = await drawIcon(tenant, colour, icon);
    return sharp({ create: ground }).composite([{ input }]).png().toBuffer();
  }

  /** The icon over the right part of the banner, or over the brand's colour. */
  async function drawSocial(tenant: Tenant, colour: string) {
    const sharp = await loadSharp();
    const banner = await readIfThere(fileOf(tenant, nameIn(tenant.branding.banner_url) ?? "banner.svg"));
    const ground = banner
      ? sharp(banner).resize(SOCIAL_SIZE.width, SOCIAL_SIZE.height, { fit: "cover", position: "right" })
      : sharp({ create: { ...SOCIAL_SIZE, channels: 3, background: colour } });
    const input = await drawIcon(tenant, colour, SOCIAL_ICON);
    const top = Math.round((SOCIAL_SIZE.height - SOCIAL_ICON) / 2);
    return ground
      .composite([{ input, left: MARGIN, top }])
      .png({ palette: true })
      .toBuffer();
  }

  return {
    /** A PNG by file name, or null if there is no such image. `colour` is `#rrggbb`. */
    find(tenant: Tenant, name: string, colour: string): Promise<Buffer> | null {
      const side = ICONS[name];
      if (side) return once(tenant, `${name} ${colour}`, () => drawIcon(tenant, colour, side));
      if (name === "icon-maskable.png") return once(tenant, `${name} ${colour}`, () => drawMaskable(tenant, colour));
      if (name === "social.png") return once(tenant, `${name} ${colour}`, () => drawSocial(tenant, colour));
      return null;
    },

    /** Prevents a layout shift. Null if unknown, as for remote files; "missing" if the brand has no such file. */
    measureLogo(tenant: Tenant, logoUrl: string | null): Promise<PictureSize | null | "missing"> {
      const file = logoUrl?.startsWith("/media/brand/") ? logoUrl.slice("/media/brand/".length) : "";
      if (!BRAND_FILE.test(file)) return Promise.resolve(null);
      return once(tenant, `size of ${file}`, async () => {
        const picture = await readIfThere(fileOf(tenant, file));
        if (!picture) return "missing";
        const sharp = await loadSharp();
        return sharp(picture)
          .metadata()
          .then(
            ({ width, height }) => ({ width, height }),
            () => null, // unreadable here; browsers may do better
          );
      });
    },
  };
}

export type BrandPictures = ReturnType<typeof createBrandPictures>;

/** Loaded on first use. One core and no cache: the results are cached here. */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

const readIfThere = (file: string) =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
