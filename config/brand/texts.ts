/** The texts that a brand may replace in tenant.json (`texts`), with their defaults. Views read them from the brand. */
export const DEFAULT_TEXTS = {
  /** Below the heading of the login page. */
  loginLead: "Login to your store or admin account",
  /** The catalogue's default order. */
  sortRecommended: "Price Range",
  /** When the catalogue or a product cannot be read and the backend gives no reason. */
  productsFailed: "contact the adminstration ",
  /** The label of the amount on the product page. */
  enterDenomination: "Enter Denomination",
  /** In the cart, before the delivery channels. */
  deliveryNotice: "Gift cards are delivered digitally (SMS, WhatsApp, e-mail) and cannot be cancelled once issued.",
  /** Beside the checkbox at Pay. "Terms and Conditions" becomes the link, `{coins}` the order's coins. */
  consent: "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.",
  /** The title of the success dialog on /verify-details. */
  paymentSuccess: "Payment Success",
  /** The title of the success dialog on /payment. */
  congrats: "Congrats",
  /** The first line of that dialog. */
  pointsAdded: "Points has been added on your account",
  /** The last line of that dialog. */
  coinsRedeemed: "1000 Coins Redeemed on this site",
  /** The title of the page after the payment's time has run out. */
  linkExpired: "Link Expired!",
  /** The line below that title. */
  sessionTimedOut: "Your payment session has timed out",
  /** The button of that page. */
  goBackHome: "Go Back to HomePage",
  /** In the order history, for an order without vouchers. */
  noVoucherDetails: "No voucher details available",
  /** In the order history and after the payment, for a paid order whose vouchers are not there yet. */
  onItsWay: "Your code is on its way, usually within 10 minutes.",
  /** In place of that text, while a supplier cannot deliver. */
  delayed: "Your vouchers are taking longer than usual. We deliver them as soon as we have them.",
  /** On a voucher without a claim link. */
  noClaimUrl: "No claim URL available",
  /** Below the heading of /purchase-voucher. */
  purchasePromise: "Purchase voucher for any demonination, Earn 3x worth benefits",
} as const;

export type TextName = keyof typeof DEFAULT_TEXTS;

export type Texts = Record<TextName, string>;
