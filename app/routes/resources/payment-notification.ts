import { redirectDocument } from "react-router";

import { paymentReturnHref } from "#app/http/payment-return-href.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";

import type { Route } from "./+types/payment-notification";

export const handle = { acceptsOtherSites: true } satisfies RouteHandle;

/** For browsers that a gateway sends here. The gateway's own notifications are POSTs and never reach React Router. */
export const loader = ({ url }: Route.LoaderArgs) => redirectDocument(paymentReturnHref(url));
