import { join } from "node:path";

import SqliteDatabase from "better-sqlite3";

import type { Role } from "../../../api/domain/roles.ts";
import { DEMO_MEMBER } from "../../../api/staff/demo-member.ts";
import { codeAt } from "../api/test-staff.ts";
import { type Page, TextBrowser } from "../text-browser/page.ts";
import type { Shop } from "./shop.ts";

type Login = { email: string; password: string };
type Console = Pick<Shop, "url" | "apiUrl" | "dataDir">;

/** Signs in to the console without JavaScript; as the demo's owner, who needs no code. */
export async function openConsole(shop: Console, login: Login = DEMO_MEMBER, code = ""): Promise<Page> {
  const { email, password } = login;
  const page = await new TextBrowser().open(shop.url("console", "/sign-in"));
  return page.submit("Sign in", { "E-mail address": email, Password: password, Code: code });
}

/** Enrols a member with this role and signs them in. @returns their browser, and the unused recovery codes */
export async function enrol(shop: Console, email: string, role: Role, brand = "aurora") {
  const ask = async (path: string, body?: object, token = "") => {
    const response = await fetch(shop.apiUrl("_staff", path), {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: body && JSON.stringify(body),
    });
    return (await response.json()) as { token: string; secret: string; recovery_codes: string[] };
  };
  const login = { email, password: "three quiet umbrellas" };
  const { token: owner } = await ask("/sign-in", { ...DEMO_MEMBER, code: "" });
  const { token } = await ask("/members/invite", { email, role, brand }, owner);
  const { secret } = await ask(`/invitations/${token}`);
  const code = codeAt(secret, Date.now());
  const joined = await ask(`/invitations/${token}`, { name: "Second Member", password: login.password, code });
  const [first, ...codes] = joined.recovery_codes;
  return { browser: (await openConsole(shop, login, first)).browser, codes };
}

/** As if everybody's codes had been entered long ago. */
export function forgetCodes({ dataDir }: Console) {
  const staff = new SqliteDatabase(join(dataDir, "_staff.db"));
  staff.exec("update sessions set confirmed_at = 0");
  staff.close();
}
