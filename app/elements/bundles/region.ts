/* The elements of pages that are answered in place. */
import { AutoSubmit } from "../auto-submit.ts";
import { FilterDialog } from "../filter-dialog.ts";
import { PageRegion } from "../page-region.ts";

customElements.define("auto-submit", AutoSubmit);
customElements.define("filter-dialog", FilterDialog);
customElements.define("page-region", PageRegion);
