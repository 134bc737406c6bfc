/** The examples in docs/commerce-api.md and docs/openapi.json: a call's body and answer, by its name. */
type Example = { body?: unknown; answer?: unknown };

const food = { id: 1, name: "Food" };
const card = {
  id: 7,
  name: "Crust Court",
  image_url: "https://img.maple.example/7.png",
  price: 500,
  price_mrp: 500,
  is_available: true,
  details: "<p>For one meal.</p>",
  terms_and_conditions: "<p>Once.</p>",
  how_to_use: "<p>Show the code.</p>",
  category: food,
  subcategory: { id: 3, name: "Pizza" },
  denominations: [
    { id: 1, min: 500, max: 500 },
    { id: 2, min: 1000, max: 1000 },
  ],
};
const product = { id: 7, name: card.name, image_url: card.image_url, expiry_date: null };
const line = { id: 31, product, quantity: 2, price: 500, selectedDenomination: 500, to_pay: 1000 };
const paymentLinks = {
  phonePe: "phonepe://pay?pa=maple@bank&tr=ORD1790000000000123456789&am=900&cu=INR",
  other: "upi://pay?pa=maple@bank&tr=ORD1790000000000123456789&am=900&cu=INR",
};
const order = { order_id: "ord_9f2", status: "PAYMENT_PENDING", amount: 900, created_at: "2026-01-05T10:00:00Z" };
const asha = { username: "Asha Rao", email: "asha@maple.example", phone: "9876543210" };
const tokens = { access_token: "access-5b1e", refresh_token: "refresh-77c0" };

export const EXAMPLES: Record<string, Example> = {
  getConfiguration: { answer: { organization_name: "Maple", email: "care@maple.example", primary_color: "#7a1f3d" } },
  getHome: { answer: { categories: [food], subcategories: [{ id: 3, name: "Pizza" }] } },
  listProducts: { answer: { results: [card], next: "2", count: 12 } },
  sortProducts: { answer: { results: { products: [card] }, previous: null, next: "2", count: 12 } },
  search: { answer: [card] },
  logIn: {
    body: { username: "asha@maple.example", password: "Gulmohar-7!", grant_type: "password" },
    answer: { ...tokens, user: { ...asha, coins: 250 } },
  },
  sendPhoneCode: {
    body: { phone: asha.phone },
    answer: { transaction_id: "transaction-9c1f", expires_in: 600, resend_after: 30 },
  },
  logInByPhone: {
    body: { transaction_id: "transaction-9c1f", code: "204815" },
    answer: { ...tokens, user: { ...asha, coins: 250 }, is_new: false },
  },
  sendPhoneConfirmation: {
    body: { phone: asha.phone },
    answer: { transaction_id: "transaction-4d70", expires_in: 600, resend_after: 30 },
  },
  confirmPhone: { body: { transaction_id: "transaction-4d70", code: "730152" } },
  addEmail: { body: { email: asha.email } },
  signUp: {
    body: { username: "Asha Rao", email: "asha@maple.example", password: "Gulmohar-7!", phone: "0000000000" },
    answer: { username: "Asha Rao", email: "asha@maple.example" },
  },
  refreshToken: { body: { refresh_token: tokens.refresh_token }, answer: { access_token: "access-c3d9" } },
  getUser: { answer: { ...asha, coins: 250 } },
  getProfile: {
    answer: {
      ...asha,
      profile_pic_image_url: null,
      address_line1: "1 Marine Drive",
      address_line2: "",
      country: "India",
    },
  },
  updateUser: {
    body: { username: asha.username, email: asha.email, email_new: asha.email, phone: "9000000001" },
    answer: { ...asha, phone: "9000000001" },
  },
  getCart: { answer: [line] },
  addToCart: {
    body: { cart_items: [{ product_id: 7, quantity: 2, to_pay: 1000, selectedDenomination: 500 }] },
    answer: [line],
  },
  updateCartItem: {
    body: { id: 31, quantity: 1, to_pay: 500, selectedDenomination: 500 },
    answer: { ...line, quantity: 1, to_pay: 500 },
  },
  removeCartItem: { body: { id: 31 } },
  loadCoins: {
    body: { coupon_code: "MAPLE-100" },
    answer: { status: "success", message: "100 coins added.", data: { coins_added: 100, previous_balance: 250 } },
  },
  getCoinHistory: {
    answer: {
      coins: [
        {
          id: 4,
          coupon_code: "MAPLE-100",
          amount: 100,
          is_redeemed: true,
          created_at: "2026-01-05T09:00:00Z",
          user: { username: asha.username },
        },
      ],
    },
  },
  getOrderHistory: {
    answer: [
      {
        id: "ord_9f2",
        order_date: "2026-01-05T10:00:00Z",
        status: "Completed",
        voucher_type: "Gift card",
        items: [{ name: card.name, image_url: card.image_url, price_mrp: 500, quantity: 2 }],
        vouchers: [{ card_number: "6014-2211-0937", pin_code: "4321", claim_url: null }],
      },
    ],
  },
  placeOrder: {
    body: {
      amount: 900,
      order_number: "ORD1790000000000123456789",
      coins_used: 100,
      redirect_url: "https://gifts.maple.example/payment-success?order_number=ORD1790000000000123456789",
      notify_url: "https://gifts.maple.example/payment-notification?order_number=ORD1790000000000123456789",
    },
    answer: { orderId: "ord_9f2", paymentLinks, updatedCoins: 150 },
  },
  getOrderStatus: { answer: order },
  getOrder: { answer: { ...order, coins_used: 100, user: asha, paymentLinks } },
};
