import type { StaffApi } from "../base/staff-api.server.ts";
import { readDraftPictures } from "./draft-pictures.server.ts";
import { KINDS } from "./picture-kinds.ts";
import type { BrandFiles } from "./settings/brand-response.ts";

/** `isOwn`: the brand has one. `isNew`: only the draft has it. */
export type BrandPicture = { src: string | null; isOwn: boolean; isNew: boolean };

type Files = { shown: BrandFiles; published: BrandFiles };

/** The brand's pictures by their kinds, with their URLs in the console. */
export async function readPictures(api: StaffApi, brand: string, files: Files): Promise<Record<string, BrandPicture>> {
  const [shown, published] = [brandingOf(files.shown), brandingOf(files.published)];
  const changed = Object.values(KINDS).flatMap(({ field }) => (shown[field] === published[field] ? [] : shown[field]));
  const uploads = await readDraftPictures(api, brand, changed);
  const pictures = Object.entries(KINDS).map(([kind, { field, drawn }]) => {
    const url = shown[field];
    return [kind, { src: srcOf(brand, url ?? drawn, uploads), isOwn: url !== undefined, isNew: changed.includes(url) }];
  });
  return Object.fromEntries(pictures) as Record<string, BrandPicture>;
}

const brandingOf = ({ tenant }: BrandFiles) => (tenant.branding ?? {}) as Record<string, string | undefined>;

/** Null for a picture on another site, which the console may not load. */
function srcOf(brand: string, url: string | undefined, uploads: Awaited<ReturnType<typeof readDraftPictures>>) {
  const upload = url === undefined ? undefined : uploads[url];
  if (upload !== undefined) return `data:${upload.type};base64,${upload.data.toString("base64")}`;
  return url?.startsWith("/media/") ? `/brands/${brand}/preview${url}` : null;
}
