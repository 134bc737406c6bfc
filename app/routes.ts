import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

/** The URL table, in the order of spec section 2; what a page may do is the layout around it. */
export default [
  layout("routes/pages.tsx", [
    index("routes/catalogue.tsx"),
    route("login", "routes/login.tsx"),
    route("signup", "routes/signup.tsx"),
    route("verify-otp", "routes/verify-otp.tsx"),
    route("forgot", "routes/forgot.tsx"),
    route("reset-password", "routes/reset-password.tsx"),
    route("terms-conditions", "routes/terms-conditions.tsx"),
    route("contact-us", "routes/contact-us.tsx"),
    route("redeem-voucher", "routes/redeem-voucher.tsx"),
    route("shopping-cart", "routes/product.tsx"),
    route("help-center", "routes/help-center.tsx"),
    route("redemption", "routes/redemptionpage.tsx", { id: "redemption" }),
    route("redemptionpage", "routes/redemptionpage.tsx"),
    route("purchase-voucher", "routes/purchase-voucher.tsx"),
    route("loading", "routes/loading.tsx"),
    route("timeexp", "routes/timeexp.tsx"),
    route("privacy", "routes/privacy.tsx"),
    route("cookies", "routes/cookies.tsx"),
    route("about-us", "routes/about-us.tsx"),
    route("search", "routes/search.tsx"),
    route("payment-success", "routes/payment-success.tsx"),
    layout("routes/signed-in.tsx", [
      route("profile", "routes/profile.tsx"),
      route("edit-profile", "routes/edit-profile.tsx"),
      route("order-history", "routes/order-history.tsx"),
      route("cart", "routes/cart.tsx"),
    ]),
    route("*", "routes/not-found.tsx"),
  ]),
  layout("routes/checkout.tsx", [
    route("welcome", "routes/welcome.tsx"),
    layout("routes/signed-in.tsx", { id: "checkout-signed-in" }, [
      route("verify-details", "routes/verify-details.tsx"),
      route("payment", "routes/payment.tsx"),
      route("pay", "routes/pay.tsx"),
      route("leave-payment", "routes/leave-payment.tsx"),
    ]),
  ]),
  route("logout", "routes/logout.ts"),
  route("suggest", "routes/suggest.ts"),
  route("order-state", "routes/order-state.ts"),
  route("payment-notification", "routes/payment-notification.ts"),
  route("no-js", "routes/no-js.ts"),
] satisfies RouteConfig;
