import { t } from "../../config/language/t.ts";
import { ApiError } from "../base/error.ts";
import type { Shop } from "../shop/shop.ts";

/** @throws ApiError 400 for a common password, the e-mail address or the shop's name */
export async function checkPassword({ passwords, tenant }: Shop, password: string, email: string) {
  if (await passwords.isCommon(password)) throw refusal(t("api.commonPassword"));
  const known = [email, email.split("@")[0]!, tenant.id, tenant.branding.organization_name ?? tenant.id];
  if (known.some((name) => plain(name) === plain(password))) throw refusal(t("api.knownPassword"));
}

const refusal = (text: string) => new ApiError(400, text, { password: text });

/** "Maple Rewards" and "maplerewards" are one guess. */
const plain = (text: string) => text.toLowerCase().replaceAll(/\s/g, "");
