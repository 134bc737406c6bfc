import { z } from "zod";

import { parseBody, Text } from "../../../http/parse.ts";
import { sellAgain } from "../../../payments/stop-selling.ts";
import type { BrandRoute } from "../../brand-route.ts";

/** `stop`: the id of the stop that the member has seen. */
const Body = z.object({ stop: Text(64) });

/** Ends a stop of selling. */
export const sellingRoutes: readonly BrandRoute[] = [
  {
    method: "post",
    path: "/selling/resume",
    permission: "selling.resume",
    needsCode: true,
    async handle({ shop, req, member, audit }) {
      const { stop } = parseBody(Body, req);
      await audit({ act: "selling.resume", subject: stop }, () => sellAgain(shop, stop, member.email));
    },
  },
];
