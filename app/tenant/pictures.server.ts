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

type Picture = { bytes: Buffer; isDrawn: boolean };

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
  const versions = new WeakMap<Tenant, Promise<string | null>>();

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

  async function draw(tenant: Tenant, name: string, { primary, secondary }: PictureColours): Promise<Buffer | null> {
    if (name === "favicon.svg") return Buffer.from(defaultIcon(primary));
    if (name === "banner.svg") return Buffer.from(defaultBanner(secondary));
    const side = Object.hasOwn(ICONS, name) ? ICONS[name] : undefined;
    if (side) return drawIcon(await readIcon(tenant, primary), side);
    if (name === "icon-maskable.png") return drawMaskable(await readIcon(tenant, primary), primary);
    if (name !== "social.png") return null;
    const banner = await read(tenant, nameIn(tenant.branding.banner_url) ?? "banner.svg");
    return drawSocial(await readIcon(tenant, primary), banner, primary);
  }

  /** A picture by file name: from the tenant's folder, or drawn. Null if there is no such picture. */
  async function find(
    tenant: Tenant,
    name: string,
    readColours: () => Promise<PictureColours>,
  ): Promise<Picture | null> {
    const own = BRAND_FILE.test(name) ? await read(tenant, name) : null;
    if (own) return { bytes: own, isDrawn: false };
    const [colours, files] = await Promise.all([readColours(), hashFiles(tenant)]);
    const key = `${name} ${files} ${colours.primary} ${colours.secondary}`;
    const bytes = await once(tenant, key, () => draw(tenant, name, colours));
    return bytes && { bytes, isDrawn: true };
  }

  /** Changes with any picture in the folder. */
  async function hashFiles(tenant: Tenant): Promise<string> {
    const hash = createHash("sha256").update(JSON.stringify([DRAWING, tenant.branding]));
    const files = ((await ifThere(readdir(join(tenantsDir, tenant.id)))) ?? []).filter((file) => BRAND_FILE.test(file));
    for (const file of files.toSorted()) hash.update(`${file}\0`).update((await read(tenant, file)) ?? "");
    return hash.digest("base64url").slice(0, 11);
  }

  /** The hash when the tenant was loaded. Null if a file cannot be read: its own request reports the error. */
  function hashAtLoad(tenant: Tenant): Promise<string | null> {
    const hash = versions.get(tenant) ?? hashFiles(tenant).catch(() => null);
    versions.set(tenant, hash);
    return hash;
  }

  /** Prevents a layout shift. Null if the file cannot be read. */
  async function measureLogo(tenant: Tenant, logoUrl: string | null): Promise<PictureFacts["logoSize"]> {
    const file = nameIn(logoUrl ?? undefined) ?? "";
    if (!BRAND_FILE.test(file)) return null;
    return once(tenant, `size of ${file}`, async () => {
      const picture = await read(tenant, file);
      return picture ? sizeOf(picture) : ("missing" as const);
    }).catch(() => null);
  }

  /** The version for picture addresses, and the size of the logo. */
  async function describe(tenant: Tenant, logoUrl: string | null, colours: PictureColours): Promise<PictureFacts> {
    const [hash, logoSize] = await Promise.all([hashAtLoad(tenant), measureLogo(tenant, logoUrl)]);
    return { version: hash && `${hash}.${toHex(colours)}`, logoSize };
  }

  /**
   * True if this version of an address names the picture. A file may have changed since the tenant was loaded; then pages still
   * name the former one.
   * @param colours for a drawn picture
   */
  async function isCurrent(tenant: Tenant, version: unknown, colours: PictureColours | null): Promise<boolean> {
    const [hash, ...hex] = String(version).split(".");
    if (colours && hex.join(".") !== toHex(colours)) return false;
    return hash === (await hashAtLoad(tenant)) && hash === (await hashFiles(tenant));
  }

  return { find, isCurrent, measureLogo, describe };
}

export type BrandPictures = ReturnType<typeof createBrandPictures>;

const toHex = ({ primary, secondary }: PictureColours) => `${primary.slice(1)}.${secondary.slice(1)}`;

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

/** Null for a file that is missing, and for a folder in its place. */
const ifThere = <Found>(found: Promise<Found>): Promise<Found | null> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "EISDIR") return null;
    throw error;
  });
