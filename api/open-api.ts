import type { Logger } from "pino";

import { askHealth } from "./base/ask-health.ts";
import { superviseCommerceApi } from "./supervisor.ts";

type Place = {
  /** The embedded API runs beside the storefront. */
  runsApi: boolean;
  /** The origin of an embedded API that runs elsewhere. */
  COMMERCE_API_URL?: string;
  COMMERCE_API_PORT: number;
  API_ORIGIN: string;
  FORWARD_KEY?: string;
};

function refuse(problem: string): never {
  console.error(problem);
  process.exit(1);
}

/**
 * Starts the embedded API beside the storefront, or checks the key of one that runs elsewhere. Ends the process with the
 * reason if it does not start, or refuses the key. `look` reads its health; absent without such an API.
 */
export async function openApi(place: Place, log: Logger, keepsErrors: boolean) {
  const { COMMERCE_API_URL, COMMERCE_API_PORT: port, API_ORIGIN, FORWARD_KEY: key = "" } = place;
  const api = place.runsApi ? superviseCommerceApi({ port, key, log, keepsErrors }) : null;
  api?.ready.catch(() => refuse("The commerce API did not start; its lines above have the reason."));
  const lookElsewhere = COMMERCE_API_URL === undefined ? undefined : () => askHealth(API_ORIGIN, key);
  if ((await lookElsewhere?.())?.isKeyRefused)
    refuse(`FORWARD_KEY: the API at ${API_ORIGIN} refuses it: both programs need the same one`);
  return { api, look: api?.readHealth ?? lookElsewhere };
}
