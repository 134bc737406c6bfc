/** The hidden field with a form's subject. Its values are then kept over a login. */
export const ABOUT_FIELD = "about";

/** The subject of a voucher code that a visitor types before logging in. */
export const ABOUT_COUPON = "coupon";
