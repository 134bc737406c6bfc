/* A form that is answered in place. */
import { PageRegion } from "#app/elements/page-region.ts";

customElements.define("page-region", PageRegion);
