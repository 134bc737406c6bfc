/** The event of a <page-region> that shows an answer. */
export const REGION_SHOWN = "awning:region-shown";
