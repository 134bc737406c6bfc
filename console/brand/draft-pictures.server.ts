import { z } from "zod";

import type { PreviewPage } from "#app/preview/preview.server.ts";

import type { StaffApi } from "../base/staff-api.server.ts";

const PictureSchema = z.object({ content: z.string().nullable() });

/** The uploaded pictures among these URLs. A draft's pictures are in no folder until it is published. */
export async function readDraftPictures(
  api: StaffApi,
  brand: string,
  urls: unknown[],
): Promise<NonNullable<PreviewPage["pictures"]>> {
  const pictures: NonNullable<PreviewPage["pictures"]> = {};
  for (const url of urls) {
    const [path, file, type] = /^\/media\/brand\/((?:logo|banner|favicon)-[a-z]+\.(webp|png))$/.exec(String(url)) ?? [];
    if (path === undefined || file === undefined) continue;
    const found = await api.get(`brands/${brand}/brand/picture`, PictureSchema, new URLSearchParams({ file }));
    if (!found.ok || found.value.content === null) continue;
    pictures[path] = { type: `image/${type}`, data: Buffer.from(found.value.content, "base64") };
  }
  return pictures;
}
