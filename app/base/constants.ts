/** Business constants and limits (docs/product.md, 12). The coin discount and validity are in config/brand/schema.ts. */

// Coins
export const POINT_VALUE_PAISE = 100;

// Sessions
export const TOKEN_COOKIE_SECONDS = 7 * 24 * 60 * 60;
export const DEVICE_COOKIE_SECONDS = 400 * 24 * 60 * 60;
export const LANGUAGE_COOKIE_SECONDS = 400 * 24 * 60 * 60;
export const TYPED_COOKIE_SECONDS = 30 * 60;
export const WISH_COOKIE_SECONDS = 10 * 60;
export const PHONE_COOKIE_SECONDS = 30 * 60;
export const RESET_COOKIE_SECONDS = 10 * 60;
export const PLACEHOLDER_PHONE = "0000000000";

// Catalogue
export const PAGE_SIZE = 8;
export const MAX_PAGES_PER_DOCUMENT = 12;
export const VISIBLE_CATEGORIES = 5;
export const SEARCH_MIN_CHARACTERS = 2;
export const SEARCH_DEBOUNCE_MS = 150;
export const FILTER_DEBOUNCE_MS = 300;
export const SORT_OPTIONS = ["recommended", "price_high_low", "price_low_high"] as const;
export const PRICE_DECIMALS = 2;
export const PRICE_CURRENCY = "INR";

// Forms
export const NAME_MIN_CHARACTERS = 2;
export const NAME_MAX_CHARACTERS = 50;
export const PASSWORD_MIN_CHARACTERS = 8;
export const PASSWORD_MAX_CHARACTERS = 16;
export const CONTACT_MESSAGE_MAX_CHARACTERS = 500;
export const GIFT_NAME_MAX_CHARACTERS = 50;
export const GIFT_MESSAGE_MAX_CHARACTERS = 300;
export const GIFT_AHEAD_SECONDS = 365 * 24 * 60 * 60;
export const OTP_CHARACTERS = 4;
export const PHONE_DIGITS = 10;
export const COUPON_MAX_CHARACTERS = 64;
export const SIGNUP_REDIRECT_MS = 3_000;
export const CONTACT_RESET_MS = 2_000;
export const CONTACT_REPLY_HOURS = "24-48";

// Cart
export const CART_MIN_QUANTITY = 1;
export const CART_MAX_QUANTITY = 999;

// Payment
export const PAYMENT_WINDOW_SECONDS = 300;
export const VERIFY_WINDOW_SECONDS = 180;
export const STATUS_POLL_MS = 2_000;
export const STATUS_REFRESH_SECONDS = 5;
export const PAYMENT_REDIRECT_MS = 4_000;
export const VERIFY_REDIRECT_MS = 3_000;
export const INDIA_OFFSET_SECONDS = 19_800;
export const PAYMENT_METHODS = ["phonepe", "paytm", "gpay", "other"] as const;

// /purchase-voucher, which sells nothing
export const PURCHASE_RUPEES = 1_000;
export const PURCHASE_STEP_RUPEES = 5;
export const PURCHASE_OFFERS_RUPEES = [5, 100] as const;
export const PURCHASE_OFFER_POINTS = 10;

// Orders
export const NEWEST_ORDERS_EXPANDED = 3;
/** The limit of one order, and of one page after its first order. More would block other requests. */
export const MAX_VOUCHERS = 2_000;

// Screen
export const STORE_TOAST_MS = 5_000;
/** The pause in typing after which a brand's draft is saved and shown. */
export const PREVIEW_PAUSE_MS = 1_000;
export const PAYMENT_TOAST_MS = 3_000;
export const COPY_CONFIRM_MS = 2_000;
export const CAROUSEL_MS = 5_000;
export const DEFAULT_BUTTON_COLOUR = "#5BD318";
export const HOVER_LIGHTER_PERCENT = 10;
export const BUSY_LIGHTER_PERCENT = 30;

// Calls to the backend
export const CALL_DEADLINE_MS = 3_000;
export const MUTATION_DEADLINE_MS = 10_000;
/** For calls whose answer the shopper does not need. */
export const OPTIONAL_DEADLINE_MS = 1_000;
export const REFRESH_DEADLINE_MS = 3_000;
export const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
export const MAX_FORM_BYTES = 64 * 1024;
/** Meta sends the receipts of many messages together. The API has the same limit (api/routes/notifications/message-receipt.ts). */
export const MAX_RECEIPT_BYTES = 1024 * 1024;
/** The time that a file may take to arrive; the API has the same limit (api/jobs/receive-file.ts). */
export const UPLOAD_MS = 10 * 60_000;
export const MB = 1024 * 1024;
/** The API has the same limit (api/media/decode-picture.ts). */
export const MAX_PICTURE_MB = 10;
/** The limit of a form with a picture: the texts need some room, too. */
export const MAX_PICTURE_FORM_BYTES = 12 * MB;
/** The limit of a file that is streamed to the API, which has the same limit (api/limits/file-sizes.ts). */
export const MAX_UPLOAD_MB = 100;
/** The limit of a catalogue as Excel or JSON; the API has the same limit (api/limits/file-sizes.ts). */
export const MAX_WHOLE_CATALOGUE_MB = 32;
/**
 * The limit of a form with a section of a brand. Each of a legal page's 100,000 letters takes nine bytes in Hindi. There is room
 * for a longer page, so that it gets a reason.
 */
export const MAX_BRAND_FORM_BYTES = 2 * MB;
/** The limit of an answer from the staff's API: five such legal pages, from the files and from the draft. */
export const MAX_STAFF_ANSWER_BYTES = 4 * MB;
/** The limit of a form with a bank statement of a million letters. */
export const MAX_STATEMENT_FORM_BYTES = 4 * 1024 * 1024;
/** A page waits this long for a call before it streams without the answer. */
export const STREAM_AFTER_MS = 40;
/** A kept page waits this long for the cart's number, which cannot come late. */
export const CART_COUNT_WAIT_MS = 150;
/** Pages omit the cart's number for this long after a call for it failed. */
export const CART_COUNT_PAUSE_MS = 30_000;
/** A page waits this long for its brand before it streams. */
export const CONFIGURATION_WAIT_MS = 600;
export const CONFIGURATION_FRESH_MS = 60_000;
export const LIST_FRESH_MS = 5_000;
export const LIST_KEPT_MS = 60_000;
export const SITEMAP_FRESH_MS = 60 * 60 * 1000;

/** X-Requested-With of pages that an element fetches; a redirect then comes as a header. */
export const REQUESTED_WITH = "page-region";

/** A payment link that leads to a page; others open an app. */
export const PAGE_LINK = /^(https?:|\/)/i;
