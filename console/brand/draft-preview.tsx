import { href } from "react-router";

import { PreviewFrame } from "../preview/preview-frame.tsx";
import { BRAND_PREVIEWS } from "./preview-mails.ts";

/** A preview of the shop with its draft, or with its files if there is no draft. */
export const DraftPreview = ({ brand }: { brand: string }) => (
  <form method="post">
    <PreviewFrame
      about="The shop's own pages and mails with the draft."
      action={href("/brands/:brand/preview", { brand })}
      pages={BRAND_PREVIEWS}
    />
  </form>
);
