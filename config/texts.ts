/**
 * The fixed texts that a brand may replace in tenant.json (`texts`), each with its literal words. Views get
 * them from the brand.
 */
export const DEFAULT_TEXTS = {
  /** Under the heading of the login page. */
  loginLead: "Login to your store or admin account",
  /** The name of the catalogue's first order. */
  sortRecommended: "Price Range",
  /** Where the catalogue or a product could not be read and the API gives no reason. */
  productsFailed: "contact the adminstration ",
  /** The label of the amount on the product page. */
  enterDenomination: "Enter Denomination",
  /** In the cart; how the brand delivers follows it. */
  deliveryNotice: "Gift cards are delivered digitally (SMS, WhatsApp, e-mail) and cannot be cancelled once issued.",
  /** Beside the checkbox at Pay. "Terms and Conditions" becomes the link, `{coins}` the coins of the order. */
  consent: "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.",
  /** The title of the success dialog on /verify-details. */
  paymentSuccess: "Payment Success",
  /** The title of the success dialog on /payment. */
  congrats: "Congrats",
  /** The first line of that dialog. */
  pointsAdded: "Points has been added on your account",
  /** The last line of that dialog. */
  coinsRedeemed: "1000 Coins Redeemed on this site",
  /** The title of the page that ends a payment whose time is over. */
  linkExpired: "Link Expired!",
  /** The line under that title. */
  sessionTimedOut: "Your payment session has timed out",
  /** The button of that page. */
  goBackHome: "Go Back to HomePage",
  /** In the order history, for an order without vouchers. */
  noVoucherDetails: "No voucher details available",
  /** On a voucher that is not claimed on a website. */
  noClaimUrl: "No claim URL available",
  /** Under the heading of /purchase-voucher. */
  purchasePromise: "Purchase voucher for any demonination, Earn 3x worth benefits",
} as const;

export type TextName = keyof typeof DEFAULT_TEXTS;

/** A brand's texts: its own, and the defaults for the others. */
export type Texts = Record<TextName, string>;
