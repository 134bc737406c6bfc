import { createHash } from "node:crypto";

import { keepPicture } from "../../catalogue/keep-picture.ts";
import { readUpload } from "../../http/read-upload.ts";
import type { BrandRoute } from "../brand-route.ts";

/** Pictures that editors upload for products. */
export const pictureRoutes: readonly BrandRoute[] = [
  {
    method: "post",
    path: "/pictures",
    permission: "catalogue.edit",
    async handle({ shop, req, res, audit }) {
      const upload = await readUpload(req, res);
      const sha256 = createHash("sha256").update(upload).digest("hex");
      const after = { sha256, bytes: upload.length };
      return audit({ act: "picture.upload", subject: "", after }, () => keepPicture(shop, upload));
    },
  },
];
