import type { Router } from "express";

import { createUserDeviceRouter } from "./routes/account/user-device.ts";
import { createUserEmailRouter } from "./routes/account/user-email.ts";
import { createUserMessagesRouter } from "./routes/account/user-messages.ts";
import { createUserOwnRouter } from "./routes/account/user-own.ts";
import { createUserPasswordRouter } from "./routes/account/user-password.ts";
import { createUserPhoneRouter } from "./routes/account/user-phone.ts";
import { createUserSessionsRouter } from "./routes/account/user-sessions.ts";
import { createContactRouter } from "./routes/contact.ts";
import { createGiftRouter } from "./routes/gift.ts";
import { createStockNoticeRouter } from "./routes/stock-notice.ts";
import { createVouchersRouter } from "./routes/vouchers.ts";
import { createWalletRouter } from "./routes/wallet.ts";
import type { Shop } from "./shop/shop.ts";

/** A path below the brand's, and the router of its calls. */
export type Mount = [path: string, createRouter: (shop: Shop) => Router];

/** The calls that a backend may lack. */
export const OPTIONAL_CALLS: Mount[] = [
  ["/user", createUserPasswordRouter],
  ["/user", createUserEmailRouter],
  ["/user", createUserSessionsRouter],
  ["/user", createUserDeviceRouter],
  ["/user", createUserPhoneRouter],
  ["/user", createUserOwnRouter],
  ["/user", createUserMessagesRouter],
  ["/contact", createContactRouter],
  ["/gift", createGiftRouter],
  ["/stock-notice", createStockNoticeRouter],
  ["/vouchers", createVouchersRouter],
  ["/wallet", createWalletRouter],
];
