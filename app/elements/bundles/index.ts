/* The elements of all pages of a shop. */
import { startElements } from "./every-page.ts";
import { LATER, loadOnUse } from "./lazy-elements.ts";

loadOnUse(startElements(LATER));
