import { createHash } from "node:crypto";

import { z } from "zod";

import { notFound } from "../../base/error.ts";
import { isPictureKind, keepBrandPicture } from "../../brand/pictures.ts";
import { parseQuery } from "../../http/parse.ts";
import { readUpload } from "../../http/read-upload.ts";
import { findPicture } from "../../repositories/staff/brand-pictures.ts";
import type { BrandRoute } from "../brand-route.ts";

const PictureQuery = z.object({ file: z.string().regex(/^[\w.-]{1,60}$/) });

/** The logo, banner and icon that a draft may name. */
export const brandPictureRoutes: readonly BrandRoute[] = [
  {
    method: "post",
    path: "/brand/pictures/:kind",
    permission: "brand.edit",
    async handle({ shop, staff, req, res, audit }) {
      const { kind } = req.params;
      if (!isPictureKind(kind)) throw notFound();
      const upload = await readUpload(req, res);
      const after = { sha256: createHash("sha256").update(upload).digest("hex"), bytes: upload.length };
      return audit({ act: "brand.picture", subject: kind, after }, () =>
        shop.drawInTurn(() => keepBrandPicture(staff, shop.tenant.id, kind, upload)),
      );
    },
  },
  {
    method: "get",
    path: "/brand/picture",
    permission: "brand.read",
    async handle({ shop, staff, req }) {
      const content = await findPicture(staff.db.read, shop.tenant.id, parseQuery(PictureQuery, req).file);
      return { content: content?.toString("base64") ?? null };
    },
  },
];
