import type { Tenant } from "../../config/schema.ts";
import type { Ask, Transmit } from "./account-calls.server.ts";
import * as schemas from "./schemas.ts";
import type { CallError } from "./result.ts";

/** Confirms the shopper's device; embedded API only. */
export const createDeviceCalls = ({ ask, sendSignedFromDevice }: { ask: Ask; sendSignedFromDevice: Transmit }) => ({
  /** Mails a code. True if the device is already confirmed and needs none. */
  sendDeviceCode: () => ask({ method: "POST", path: "/user/device/send-code/" }, schemas.DeviceCodeSentSchema),

  confirmDevice: (code: string) =>
    ask({ method: "POST", path: "/user/device/confirm/", body: { code } }, schemas.AckSchema, sendSignedFromDevice),
});

/** True if the embedded API refused a call that needs a confirmed device. */
export const needsDevice = (error: CallError, { api }: Tenant) =>
  api.url === "embedded" && error.kind === "status" && error.status === 403 && error.code === "device_not_confirmed";
