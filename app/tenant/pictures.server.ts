import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";

import { LRUCache } from "lru-cache";

import { BRAND_FILE, type Tenant } from "../../config/brand/schema.ts";
import { defaultBanner } from "./default-banner.ts";
import { defaultIcon } from "./default-icon.ts";
import { drawIcon, drawMaskable, drawSocial, loadSharp } from "./draw-pictures.server.ts";

/** As `#rrggbb`. */
export type PictureColours = { primary: string; secondary: string };

export type PictureSize = { width: number; height: number };

/** `logoSize` is null if unknown, as for remote files, and "missing" if the brand has no such file. */
export type PictureFacts = { version: string | null; logoSize: PictureSize | "missing" | null };

/** Increase it when a drawing changes: browsers keep a picture as long as its address stays the same. */
const DRAWING = 1;

const ICONS: Record<string, number> = { "icon-180.png": 180, "icon-192.png": 192, "icon-512.png": 512 };

const TYPES: Record<string, string> = {
  ".svg": "image/svg+xml; charset=utf-8",
  ".png": "image/png",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};

/** The media type of a picture in a brand's folder. */
export const typeOfPicture = (file: string) => TYPES[extname(file)]!;

const nameIn = (url: string | undefined) =>
  url?.startsWith("/media/brand/") ? url.slice("/media/brand/".length) : undefined;

/** Reads the pictures in a tenant's folder, and draws those that derive from them, once until the tenant is reloaded. */
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

  const read = (tenant: Tenant, file: string) => ifThere(readFile(join(tenantsDir, tenant.id, file)));

  const readIcon = async (tenant: Tenant, colour: string) =>
    (await read(tenant, nameIn(tenant.branding.icon_url) ?? "favicon.svg")) ?? Buffer.from(defaultIcon(colour));

  async function draw(tenant: Tenant, name: string, colour: string): Promise<Buffer> {
    const icon = await readIcon(tenant, colour);
    const side = ICONS[name];
    if (side) return drawIcon(icon, side);
    if (name === "icon-maskable.png") return drawMaskable(icon, colour);
    return drawSocial(icon, await read(tenant, nameIn(tenant.branding.banner_url) ?? "banner.svg"), colour);
  }

  const isDrawn = (name: string) => Object.hasOwn(ICONS, name) || name === "icon-maskable.png" || name === "social.png";

  /** A picture by file name: from the brand's folder, or drawn. Null if there is no such picture. */
  async function find(tenant: Tenant, name: string, { primary, secondary }: PictureColours): Promise<Buffer | null> {
    if (isDrawn(name)) return once(tenant, `${name} ${primary}`, () => draw(tenant, name, primary));
    const file = BRAND_FILE.test(name) ? await read(tenant, name) : null;
    if (file) return file;
    if (name === "favicon.svg") return Buffer.from(defaultIcon(primary));
    return name === "banner.svg" ? Buffer.from(defaultBanner(secondary)) : null;
  }

  /** Changes with any picture of the tenant, and with the colours of drawn ones. */
  const versionOf = (tenant: Tenant, colours: PictureColours): Promise<string> =>
    once(tenant, `version ${colours.primary} ${colours.secondary}`, async () => {
      const version = createHash("sha256").update(JSON.stringify([DRAWING, tenant.branding, colours]));
      const files = ((await ifThere(readdir(join(tenantsDir, tenant.id)))) ?? []).filter((file) =>
        BRAND_FILE.test(file),
      );
      for (const file of files.toSorted()) version.update(`${file}\0`).update((await read(tenant, file)) ?? "");
      return version.digest("base64url").slice(0, 11);
    });

  /** Prevents a layout shift. */
  async function measureLogo(tenant: Tenant, logoUrl: string | null): Promise<PictureFacts["logoSize"]> {
    const file = nameIn(logoUrl ?? undefined) ?? "";
    if (!BRAND_FILE.test(file)) return null;
    return once(tenant, `size of ${file}`, async () => {
      const picture = await read(tenant, file);
      return picture ? sizeOf(picture) : "missing";
    });
  }

  /** The version for picture addresses, and the size of the logo. */
  async function describe(tenant: Tenant, logoUrl: string | null, colours: PictureColours): Promise<PictureFacts> {
    const [version, logoSize] = await Promise.all([versionOf(tenant, colours), measureLogo(tenant, logoUrl)]);
    return { version, logoSize };
  }

  return { find, versionOf, measureLogo, describe };
}

export type BrandPictures = ReturnType<typeof createBrandPictures>;

/** Null for a picture that cannot be read here; browsers may do better. */
async function sizeOf(picture: Buffer): Promise<PictureSize | null> {
  const sharp = await loadSharp();
  return sharp(picture)
    .metadata()
    .then(
      ({ width, height }) => ({ width, height }),
      () => null,
    );
}

const ifThere = <Found>(found: Promise<Found>): Promise<Found | null> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
