/** A screen to take a picture of: its address, and its viewer. */
export type Screen = {
  name: string;
  path: string;
  /**
   * A visitor is signed out. A shopper has a cart and has requested a new password. A payer may choose one, and has a
   * waiting order and a paid one with a gift. In paths their ids are `{order}` and `{paid}`, `{token}` is the gift's, and `{card}` is a card
   * of the wallet.
   */
  as: "visitor" | "shopper" | "payer";
};

/** Every route of the shop, and the states of it that look different. */
export const SCREENS: Screen[] = [
  ...visitors({
    catalogue: "/",
    "catalogue-category": "/?category=2",
    "catalogue-filtered": "/?subcategories=3&price_min=100&price_max=5000&sort=price_low_high",
    "catalogue-nothing": "/?price_min=9999999",
    "catalogue-page-3": "/?page=3",
    search: "/search?q=card",
    "search-found": "/search?q=kettle",
    "search-nothing": "/search?q=zzzz",
    product: "/shopping-cart?product=1",
    "product-fixed": "/shopping-cart?product=5",
    "product-changed": "/shopping-cart?product=1&denomination=1",
    "product-none": "/shopping-cart",
    login: "/login",
    signup: "/signup",
    phone: "/phone",
    "phone-code": "/phone-code",
    forgot: "/forgot",
    "verify-otp-not-asked": "/verify-otp",
    "verify-email": "/verify-email",
    "redeem-voucher": "/redeem-voucher",
    redemption: "/redemption",
    redemptionpage: "/redemptionpage",
    "purchase-voucher": "/purchase-voucher",
    "help-center": "/help-center",
    "about-us": "/about-us",
    "contact-us": "/contact-us",
    "contact-us-sent": "/contact-us?sent",
    "terms-conditions": "/terms-conditions",
    privacy: "/privacy",
    cookies: "/cookies",
    welcome: "/welcome",
    loading: "/loading",
    timeexp: "/timeexp",
    "not-found": "/no-such-page",
  }),
  ...screens("shopper", {
    "catalogue-signed-in": "/",
    "product-signed-in": "/shopping-cart?product=2&denomination=500&quantity=2",
    "load-coins": "/redeem-voucher",
    "verify-otp": "/verify-otp",
    cart: "/cart",
    "cart-coins": "/cart?coins=1",
    profile: "/profile",
    "edit-profile": "/edit-profile",
    account: "/account",
    "account-details": "/account/details",
    "account-delete": "/account/delete",
    "change-password": "/change-password",
    sessions: "/sessions",
    "confirm-phone": "/confirm-phone",
    "add-email": "/add-email",
    "confirm-device": "/confirm-device",
    "confirm-device-code": "/confirm-device?sent",
    "order-history": "/order-history",
    "coin-history": "/order-history?coins=open",
  }),
  ...screens("payer", {
    "verify-details": "/verify-details?orderid={order}",
    "reset-password": "/reset-password",
    payment: "/payment?orderid={order}",
    pay: "/pay?orderid={order}&method=phonepe&screen=verify",
    "leave-payment": "/leave-payment?orderid={order}&screen=verify",
    "payment-waiting": "/payment-success?orderid={order}",
    "payment-success": "/payment-success?orderid={paid}",
    "payment-closed": "/payment?orderid={paid}",
    receipt: "/receipt?orderid={paid}",
    wallet: "/wallet",
    "wallet-used": "/wallet?show=used&q=no",
    "wallet-card": "/wallet/{card}",
    "wallet-card-missing": "/wallet/no-such-page",
    gift: "/gift?{token}",
  }),
];

function visitors(paths: Record<string, string>) {
  return screens("visitor", paths);
}

function screens(as: Screen["as"], paths: Record<string, string>): Screen[] {
  return Object.entries(paths).map(([name, path]) => ({ name, path, as }));
}
