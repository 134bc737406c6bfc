import { FormData } from "undici";

import { PLACEHOLDER_PHONE } from "#app/base/constants.ts";

import type { Tenant } from "../../config/brand/schema.ts";
import { ProfileSchema } from "./schemas/account.ts";
import { UpdatedSchema } from "./schemas/acknowledgements.ts";
import type { Senders } from "./senders.server.ts";
import type { Call } from "./transport.server.ts";
import type { Profile } from "./types.ts";

export const createProfileCalls = (
  { ask, send, sendSigned }: Pick<Senders, "ask" | "send" | "sendSigned">,
  { api }: Tenant,
) => ({
  getProfile: () => ask({ method: "GET", path: "/edit-profile/" }, ProfileSchema),

  /** A multipart PUT of every field. Fields that the shopper cannot edit keep the values that were read. */
  updateProfile(profile: Profile) {
    const body = new FormData();
    body.set("username", profile.username);
    body.set("email", profile.email);
    body.set("phone", profile.phone || PLACEHOLDER_PHONE);
    body.set("address_line1", profile.addressLine1);
    body.set("address_line2", profile.addressLine2);
    body.set("country", profile.country);
    return ask({ method: "PUT", path: "/edit-profile/", body }, UpdatedSchema);
  },

  /** The details of the payment screens. Some backends refuse this call with a bearer (`api.userUpdateAuth`). */
  updateUser(user: { username: string; email: string; emailNew: string; phone: string }) {
    const body = {
      username: user.username,
      email: user.email,
      email_new: user.emailNew,
      phone: user.phone || PLACEHOLDER_PHONE,
    };
    const call: Call = { method: "PATCH", path: "/user/update/", body };
    return ask(call, UpdatedSchema, api.userUpdateAuth === "omit" ? send : sendSigned);
  },
});
