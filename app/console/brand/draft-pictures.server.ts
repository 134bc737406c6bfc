import { z } from "zod";

import type { PreviewPage } from "#app/preview/preview.server.ts";

import type { Tenant } from "../../../config/schema.ts";
import type { StaffApi } from "../staff-api.server.ts";

const PictureSchema = z.object({ content: z.string().nullable() });

/** The uploaded pictures that a draft names: they are in no folder until it is published. */
export async function readDraftPictures(
  api: StaffApi,
  brand: string,
  { branding }: Tenant,
): Promise<NonNullable<PreviewPage["pictures"]>> {
  const pictures: NonNullable<PreviewPage["pictures"]> = {};
  for (const url of [branding.logo_url, branding.banner_url, branding.icon_url]) {
    const [, file, type] = /^\/media\/brand\/((?:logo|banner|favicon)-[a-z]+\.(webp|png))$/.exec(url ?? "") ?? [];
    if (file === undefined) continue;
    const found = await api.get(`brands/${brand}/brand/picture`, PictureSchema, new URLSearchParams({ file }));
    if (!found.ok || found.value.content === null) continue;
    pictures[url!] = { type: `image/${type}`, data: Buffer.from(found.value.content, "base64") };
  }
  return pictures;
}
