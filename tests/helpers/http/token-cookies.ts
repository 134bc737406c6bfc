import { createHmac } from "node:crypto";

import { createCookie } from "react-router";

/** The token in the value of a token cookie. */
export const tokenIn = (value: string): string =>
  JSON.parse(Buffer.from(decodeURIComponent(value).split(".")[0]!, "base64").toString());

/** A cookie with a token, as the shop of `brand` signs it: the pair of name and value. */
export async function tokenCookie(
  brand: string,
  name: "access_token" | "refresh_token",
  token: string,
  sessionSecret: string,
): Promise<string> {
  const secret = createHmac("sha256", sessionSecret).update(brand).digest("base64");
  return (await createCookie(name, { secrets: [secret] }).serialize(token)).split(";")[0]!;
}
