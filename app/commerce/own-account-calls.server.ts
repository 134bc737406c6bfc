import type { z } from "zod";

import type { Tenant } from "../../config/brand/schema.ts";
import type { CallError } from "./result.ts";
import { DeviceCodeSentSchema, MessageChannelsSchema, RemindersSchema } from "./schemas/account.ts";
import { AckSchema } from "./schemas/acknowledgements.ts";
import type { Senders } from "./senders.server.ts";

type Channel = z.output<typeof MessageChannelsSchema>["channels"][number]["channel"];

/**
 * Calls of the embedded API about a shopper's own account: its devices, the channels of messages to its phone, name and address, its
 * end.
 */
export const createOwnAccountCalls = ({
  ask,
  sendSignedFromDevice,
}: Pick<Senders, "ask" | "sendSignedFromDevice">) => ({
  /** Requests a code by mail. Returns true if the device is confirmed and needs none. */
  sendDeviceCode: () => ask({ method: "POST", path: "/user/device/send-code/" }, DeviceCodeSentSchema),

  confirmDevice: (code: string) =>
    ask({ method: "POST", path: "/user/device/confirm/", body: { code } }, AckSchema, sendSignedFromDevice),

  /** Confirms the device of another session, on a confirmed device of an account without a mailbox. */
  confirmOtherDevice: (id: string) => ask({ method: "POST", path: "/user/sessions/confirm/", body: { id } }, AckSchema),

  /** The channels of messages about orders to the shopper's confirmed phone. */
  getMessageChannels: () => ask({ method: "GET", path: "/user/messages/" }, MessageChannelsSchema),

  setMessageChannel: (channel: Channel, isOn: boolean) =>
    ask({ method: "PUT", path: "/user/messages/", body: { channel, is_on: isOn } }, AckSchema),

  changeName: (username: string) => ask({ method: "PUT", path: "/user/name/", body: { username } }, AckSchema),

  getReminders: () => ask({ method: "GET", path: "/user/reminders/" }, RemindersSchema),

  setReminders: (coins: boolean) => ask({ method: "PUT", path: "/user/reminders/", body: { coins } }, RemindersSchema),

  /** Mails a link to the new address; nothing changes until it is opened. */
  changeEmail: (email: string, password: string) =>
    ask({ method: "POST", path: "/user/email/change/", body: { email, password } }, AckSchema),

  /** Erases the account for good. */
  deleteAccount: (password: string) => ask({ method: "POST", path: "/user/delete/", body: { password } }, AckSchema),
});

/** True if the embedded API refused a call that needs a confirmed device. */
export const needsDevice = (error: CallError, { api }: Tenant) =>
  api.url === "embedded" && error.kind === "status" && error.status === 403 && error.code === "device_not_confirmed";
