import type { PreviewPageName } from "../../preview/pages.ts";
import type { BrandField } from "./fields.ts";

export type Section = {
  title: string;
  about: string;
  fields: BrandField[];
  /** The page of the shop that shows most of it; absent if none does. */
  page?: PreviewPageName;
  /** The code of the language that its texts are in; absent for the brand's first one. */
  language?: string;
};
