import { CHANNELS } from "../../config/brand/messages.ts";

const PATHS = CHANNELS.map((channel) => `/message-receipt/${channel}`);

/** True for the addresses to which providers send receipts of messages: JSON or forms, without an Origin. */
export const isMessageReceipt = (path: string) => PATHS.includes(path.replace(/\/$/, ""));
