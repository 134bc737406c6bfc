import type { TextName } from "../../../config/brand/texts.ts";

/** The place of each text in the shop. */
export const TEXT_PLACES: Record<TextName, string> = {
  loginLead: "Under the heading of the login page",
  sortRecommended: "Name of the catalogue's first order",
  productsFailed: "When the catalogue cannot be read",
  enterDenomination: "Label of the amount on a product's page",
  deliveryNotice: "In the cart, before the ways of delivery",
  consent: "Beside the checkbox at Pay",
  paymentSuccess: "Title of a paid order, after a payment link",
  congrats: "Title of a paid order",
  pointsAdded: "Under that title: points",
  coinsRedeemed: "Under that title: coins",
  linkExpired: "When the time to pay is over: title",
  sessionTimedOut: "When the time to pay is over: text",
  goBackHome: "When the time to pay is over: button",
  noVoucherDetails: "In the order history, for an order without cards",
  onItsWay: "For a paid order whose cards are not there yet",
  delayed: "In place of that text, while a supplier cannot deliver",
  noClaimUrl: "On a card that is not claimed on a website",
  purchasePromise: "Under the heading of the page for bulk purchases",
};
