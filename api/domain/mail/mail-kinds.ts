/** The kinds of mail, as the outbox names them. */
export type MailKind =
  | "vouchers"
  | "gift"
  | "refund"
  | "further-refund"
  | "payment-returned"
  | "verify-email"
  | "signup-notice"
  | "reset-code"
  | "password-changed"
  | "contact-changed"
  | "confirm-device"
  | "new-device"
  | "contact-message"
  | "coins-lapse"
  | "back-in-stock"
  | "stock-low"
  | "endpoint-paused";
