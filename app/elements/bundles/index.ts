/* The elements of all pages of a shop. */
import { startElements } from "./every-page.ts";
import { LATER, loadSearchOnFocus } from "./lazy-elements.ts";

loadSearchOnFocus(startElements(LATER));
