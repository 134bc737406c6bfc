import { isLoopbackDemo } from "./loopback.ts";
import { type Channel, CHANNELS, type Messages } from "./messages.ts";

/** The parts of a tenant that decide about its channels. */
type Brand = Parameters<typeof isLoopbackDemo>[0] & { messages: Messages; languages: string[] };

/** True if a brand has a provider for the channel, or shows its messages on the outbox page of a demo. */
export const hasChannel = (tenant: Omit<Brand, "languages">, channel: Channel): boolean =>
  tenant.messages[channel] !== undefined || isLoopbackDemo(tenant);

/** True if a brand can send codes to phones. */
export const sendsCodes = (tenant: Brand): boolean =>
  CHANNELS.some((channel) => {
    if (tenant.messages[channel] === undefined) return isLoopbackDemo(tenant);
    const templates = tenant.messages.templates["sign-in-code"]?.[channel] ?? {};
    return tenant.languages.some((code) => Object.hasOwn(templates, code));
  });
