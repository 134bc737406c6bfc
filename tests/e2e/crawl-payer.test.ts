import { testPages } from "../helpers/browser/crawl.ts";

testPages("payer");
