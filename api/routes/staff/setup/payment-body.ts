import { z } from "zod";

import { type Payments, PaymentsSchema } from "../../../../config/brand/schema.ts";
import { ApiError } from "../../../base/error.ts";
import { parse, Text } from "../../../http/parse.ts";
import { maySimulate, refuseAddress } from "../../../setup/addresses.ts";
import { OBJECTIONS } from "../../../setup/change-gateway.ts";
import { maySandbox, readGateway } from "../../../setup/read-gateway.ts";
import { refuseExposure } from "../../../setup/refuse-exposure.ts";
import { refuseChanged } from "../../../setup/save-field.ts";
import type { BrandCall } from "../../brand-route.ts";

export const GATEWAYS = ["razorpay", "cashfree", "phonepe", "vpa"] as const;

/** A text from a form; an empty one is left out. */
const Setting = Text(200)
  .transform((text) => text.trim() || undefined)
  .optional();

export const TryBody = z.object({
  gateway: z.enum(["sandbox", ...GATEWAYS], { error: "Choose how the brand is paid." }),
  mode: Setting,
  environment: Setting,
  refunds: Setting,
  vpa: Setting,
  window_minutes: Setting,
  url: Setting,
});
export const SaveBody = TryBody.extend({
  /** The hash of the files that the member saw. */
  seen: Text(64),
  /** The objections that the member has seen and overrides. */
  confirmed: z.array(z.enum(OBJECTIONS)).default([]),
});
type Asked = z.output<typeof TryBody>;

/** The payments of tenant.json, with the form's names of fields. */
export function toWire(payments: Payments | undefined) {
  if (payments === undefined) return { gateway: "sandbox" };
  if (payments.gateway !== "vpa") return payments;
  const { windowMinutes, ...others } = payments;
  return { ...others, window_minutes: windowMinutes };
}

/** @param seen the hash of the files that the member saw. @throws ApiError 400 with texts by field, 409 for other files */
export function readSettings({ staff, shop }: Pick<BrandCall, "staff" | "shop">, asked: Asked, seen?: string) {
  const { tenant } = shop;
  const { files, seen: now, payments: former } = readGateway(staff, tenant);
  if (seen !== undefined) refuseChanged(seen, now);
  const { gateway, window_minutes: minutes, url, ...others } = asked;
  if (gateway === "sandbox") {
    if (maySandbox(staff, tenant)) return { files, former, settings: undefined };
    const text = "Shoppers of a public brand would approve their own payments. Choose a gateway.";
    throw new ApiError(400, text, { gateway: text });
  }
  const formerUrl = former !== undefined && "url" in former && former.gateway === gateway ? former.url : undefined;
  if (url !== undefined && url !== formerUrl)
    refuseAddress(shop, url, { use: "PAYMENTS", owner: [tenant.id], secrets: staff.secrets });
  // The form of a public brand has no such field.
  const kept = formerUrl !== undefined && !maySimulate(tenant);
  const given = {
    gateway,
    ...others,
    url: kept ? formerUrl : url,
    ...(minutes !== undefined && { windowMinutes: /^\d{1,6}$/.test(minutes) ? Number(minutes) : minutes }),
  };
  const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const payments = parseSettings(settings);
  refuseExposure(staff.folder, { ...tenant, payments }, "payments");
  return { files, former, settings: payments };
}

function parseSettings(settings: object): Payments {
  try {
    return parse(PaymentsSchema, settings);
  } catch (error) {
    throw error instanceof ApiError ? withWireNames(error) : error;
  }
}

function withWireNames({ status, detail, errors = {} }: ApiError) {
  const { windowMinutes, ...others } = errors;
  return new ApiError(status, detail, { ...others, ...(windowMinutes && { window_minutes: windowMinutes }) });
}
