import { findMessageFaults } from "../../api/setup/message-findings.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import type { SecretValues } from "../../config/brand/secrets.ts";
import type { Finding } from "./finding.ts";

/**
 * Checks the messages of a brand to phones: secrets, templates, registered texts, and the channels that its pages promise.
 * `awning messages check` tries the credentials.
 */
export const checkMessages = (tenant: Tenant, values: SecretValues, file: string): Finding[] =>
  tenant.api.url === "embedded"
    ? findMessageFaults(tenant, values).map(({ isRemark, ...found }) => ({
        file,
        ...found,
        ...(isRemark && { isRemark }),
      }))
    : [];
