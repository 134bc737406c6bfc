import type { Tenant } from "../../config/brand/schema.ts";
import type { CallError } from "./result.ts";
import { DeviceCodeSentSchema } from "./schemas/account.ts";
import { AckSchema } from "./schemas/acknowledgements.ts";
import type { Senders } from "./senders.server.ts";

/** Calls of the embedded API by which a shopper confirms the device that they are signed in on. */
export const createDeviceCalls = ({ ask, sendSignedFromDevice }: Pick<Senders, "ask" | "sendSignedFromDevice">) => ({
  /** Requests a code by mail. Returns true if the device is confirmed and needs none. */
  sendDeviceCode: () => ask({ method: "POST", path: "/user/device/send-code/" }, DeviceCodeSentSchema),

  confirmDevice: (code: string) =>
    ask({ method: "POST", path: "/user/device/confirm/", body: { code } }, AckSchema, sendSignedFromDevice),

  /** Confirms the device of another session, on a confirmed device of an account without a mailbox. */
  confirmOtherDevice: (id: string) => ask({ method: "POST", path: "/user/sessions/confirm/", body: { id } }, AckSchema),
});

/** True if the embedded API refused a call that needs a confirmed device. */
export const needsDevice = (error: CallError, { api }: Tenant) =>
  api.url === "embedded" && error.kind === "status" && error.status === 403 && error.code === "device_not_confirmed";
