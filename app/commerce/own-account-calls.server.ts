import { RemindersSchema } from "./schemas/account.ts";
import { AckSchema } from "./schemas/acknowledgements.ts";
import type { Senders } from "./senders.server.ts";

/** Calls of the embedded API with which shoppers change or delete their own accounts. */
export const createOwnAccountCalls = ({ ask }: Pick<Senders, "ask">) => ({
  changeName: (username: string) => ask({ method: "PUT", path: "/user/name/", body: { username } }, AckSchema),

  getReminders: () => ask({ method: "GET", path: "/user/reminders/" }, RemindersSchema),

  setReminders: (coins: boolean) => ask({ method: "PUT", path: "/user/reminders/", body: { coins } }, AckSchema),

  /** Mails a link to the new address; nothing changes until it is opened. */
  changeEmail: (email: string, password: string) =>
    ask({ method: "POST", path: "/user/email/change/", body: { email, password } }, AckSchema),

  /** Erases the account for good. */
  deleteAccount: (password: string) => ask({ method: "POST", path: "/user/delete/", body: { password } }, AckSchema),
});
