/** Dispatched by a <page-region> after it shows an answer. */
export const REGION_SHOWN = "awning:region-shown";
