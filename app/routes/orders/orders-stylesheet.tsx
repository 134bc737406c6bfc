import stylesheet from "./orders-page.css?url";

/** Loads the style sheet of order history, receipt and gift after the common one. */
export const OrdersStylesheet = () => <link rel="stylesheet" href={stylesheet} precedence="shop" />;
