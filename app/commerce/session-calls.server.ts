import { OPTIONAL_DEADLINE_MS, PLACEHOLDER_PHONE } from "#app/base/constants.ts";

import type { CommerceBackend } from "./backend.server.ts";
import { endSession } from "./refresh.server.ts";
import { type Result, succeed } from "./result.ts";
import { LoginSchema, SignupSchema, UserSchema } from "./schemas/account.ts";
import type { Senders } from "./senders.server.ts";
import type { ShopperSession, User } from "./types.ts";

/** Login, sign-up, logout and the signed-in user. */
export function createSessionCalls(
  { ask, send, sendFromDevice }: Pick<Senders, "ask" | "send" | "sendFromDevice">,
  backend: CommerceBackend,
  session: ShopperSession,
) {
  const { languages, features } = backend.tenant;
  const { emailVerification, cartCount, phoneSignIn } = features;
  const keepsLanguage = features.accountLanguage && languages.length > 1;

  async function endAtBackend() {
    const { tokens } = session;
    if (!tokens?.refreshToken) return;
    const body = { refresh_token: await endSession(backend, tokens.refreshToken) };
    const { accessToken } = tokens;
    await send({ method: "POST", path: "/user/logout/", body, accessToken, deadlineMs: OPTIONAL_DEADLINE_MS });
  }

  return {
    /** `chosenLanguage`: the code that the shopper has chosen in this browser. Returns the language that the account keeps, or null. */
    async logIn(username: string, password: string, chosenLanguage?: string) {
      const language = keepsLanguage ? chosenLanguage : undefined;
      const body = { username, password, grant_type: "password", ...(language && { language }) };
      const login = await ask({ method: "POST", path: "/user/login/", body }, LoginSchema, sendFromDevice);
      return login.ok && !keepsLanguage ? succeed({ ...login.value, language: null }) : login;
    },

    signUp(form: { username: string; email: string; password: string }) {
      const body = { ...form, phone: PLACEHOLDER_PHONE };
      return ask({ method: "POST", path: "/user/signup/", body }, SignupSchema, sendFromDevice);
    },

    /** Ends the session here, and at a backend with the call. */
    async logOut() {
      await endAtBackend();
      session.signOut();
    },

    /** Ends the browser's former session, before a login's tokens are stored. The login stands if that fails. */
    endFormerSession: endAtBackend,

    /** An e-mail address counts as confirmed if the backend cannot confirm addresses. Only with the feature is the cart counted. */
    async getUser(): Promise<Result<User>> {
      const user = await ask({ method: "GET", path: "/user-data/" }, UserSchema);
      if (!user.ok) return user;
      return succeed({
        ...user.value,
        isEmailVerified: user.value.isEmailVerified || !emailVerification,
        verifiedPhone: phoneSignIn ? user.value.verifiedPhone : "",
        cardsInCart: cartCount ? user.value.cardsInCart : null,
        language: keepsLanguage ? user.value.language : null,
      });
    },
  };
}
