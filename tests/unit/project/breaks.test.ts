import { existsSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { GATEWAY_BREAKS } from "../../breaks/gateways.ts";
import { MONEY_BREAKS } from "../../breaks/money.ts";
import { STOREFRONT_BREAKS } from "../../breaks/storefront.ts";
import { UPI_BREAKS } from "../../breaks/upi.ts";

// `npm run breaks` takes many minutes and is no part of the suite: here only that each break still fits the code.

const BREAKS = [...MONEY_BREAKS, ...GATEWAY_BREAKS, ...UPI_BREAKS, ...STOREFRONT_BREAKS];

test.each(BREAKS)("$file holds once what is to be broken: $what", (broken) => {
  const pieces = existsSync(broken.file) ? readFileSync(broken.file, "utf8").split(broken.from).length - 1 : 0;
  expect([pieces, existsSync(broken.test)]).toEqual([1, true]);
});
