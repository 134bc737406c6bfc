import { route, type RouteConfigEntry } from "@react-router/dev/routes";

/** The pages of an account, part of the URL table (routes.ts). */
export const ACCOUNT_ROUTES: RouteConfigEntry[] = [
  route("edit-profile", "routes/account/edit-profile.tsx"),
  route("account", "routes/own-account/account.tsx"),
  route("account/details", "routes/own-account/details.tsx"),
  route("account/delete", "routes/own-account/delete.tsx"),
  route("change-password", "routes/account/change-password.tsx"),
  route("order-history", "routes/orders/order-history.tsx"),
  route("receipt", "routes/orders/receipt.tsx"),
  route("wallet", "routes/wallet/wallet.tsx"),
  route("wallet/:card", "routes/wallet/card.tsx"),
  route("sessions", "routes/devices/sessions.tsx"),
  route("confirm-phone", "routes/phone/confirm-phone.tsx"),
  route("add-email", "routes/phone/add-email.tsx"),
  route("confirm-device", "routes/devices/confirm-device.tsx"),
];
