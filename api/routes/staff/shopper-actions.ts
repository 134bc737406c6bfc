import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { disable, enable } from "../../accounts/act-on-shopper.ts";
import { confirmDeviceByStaff } from "../../accounts/confirm-other-device.ts";
import { endSessionsOf } from "../../accounts/disable.ts";
import { eraseShopper } from "../../accounts/erase-shopper.ts";
import { exportShopper } from "../../accounts/export-shopper.ts";
import { ApiError } from "../../base/error.ts";
import { parseBody, Text } from "../../http/parse.ts";
import { ReasonBody } from "../../http/reason.ts";
import type { BrandRoute } from "../brand-route.ts";
import { shopperOf } from "./shoppers.ts";

const DeviceBody = ReasonBody.extend({ session: Text(64) });
const EraseBody = ReasonBody.extend({ email: Text(254) });

/** Actions on one shopper. Their subject is the shopper's id, because the audit must not keep an erased person's address. */
export const shopperActRoutes: readonly BrandRoute[] = [
  {
    method: "post",
    path: "/shoppers/:shopper/disable",
    permission: "shoppers.act",
    async handle(call) {
      const decision = parseBody(ReasonBody, call.req);
      const { id, disabled_at } = await shopperOf(call);
      if (disabled_at !== null) throw new ApiError(409, "This account is disabled already.");
      return { ended: await disable(call, id, decision) };
    },
  },
  {
    method: "post",
    path: "/shoppers/:shopper/enable",
    permission: "shoppers.act",
    async handle(call) {
      const decision = parseBody(ReasonBody, call.req);
      const { id, disabled_at, erased_at } = await shopperOf(call);
      if (erased_at !== null) throw new ApiError(409, "This person was erased. The account cannot be used again.");
      if (disabled_at === null) throw new ApiError(409, "This account is not disabled.");
      await enable(call, id, decision);
    },
  },
  {
    method: "post",
    path: "/shoppers/:shopper/end-sessions",
    permission: "shoppers.act",
    async handle(call) {
      const { reason } = parseBody(ReasonBody, call.req);
      const { id } = await shopperOf(call);
      const act = { act: "shopper.end-sessions", subject: id, reason };
      return { ended: await call.audit(act, () => endSessionsOf(call.shop, id)) };
    },
  },
  {
    method: "post",
    path: "/shoppers/:shopper/confirm-device",
    permission: "shoppers.act",
    needsCode: true,
    async handle(call) {
      const { reason, session } = parseBody(DeviceBody, call.req);
      const { id } = await shopperOf(call);
      const act = { act: "shopper.confirm-device", subject: id, reason };
      await call.audit(act, () => confirmDeviceByStaff(call.shop, id, session));
    },
  },
  {
    // A POST, because the code and the reason must not be in the URL of the file.
    method: "post",
    path: "/shoppers/:shopper/export",
    permission: "shoppers.export",
    needsCode: true,
    async handle(call) {
      const { reason } = parseBody(ReasonBody, call.req);
      const { id } = await shopperOf(call);
      await call.audit({ act: "shopper.export", subject: id, reason }, async () => {});
    },
  },
  {
    method: "get",
    path: "/shoppers/:shopper/export",
    permission: "shoppers.export",
    needsCode: true,
    async handle(call) {
      const { shop, res } = call;
      const { id } = await shopperOf(call);
      res.attachment(`${shop.tenant.id}-shopper-${id}.json`);
      await call.audit({ act: "shopper.download", subject: id }, () =>
        pipeline(Readable.from(exportShopper(shop, id)), res),
      );
    },
  },
  {
    method: "post",
    path: "/shoppers/:shopper/erase",
    permission: "shoppers.erase",
    needsCode: true,
    async handle(call) {
      const { email, reason } = parseBody(EraseBody, call.req);
      const { id, coins } = await shopperOf(call);
      const act = { act: "shopper.erase", subject: id, before: { coins }, reason };
      return { coins: await call.audit(act, () => eraseShopper(call.shop, { userId: id, email })) };
    },
  },
];
