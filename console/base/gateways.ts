/** The gateways by their names in tenant.json. */
export const GATEWAYS: Record<string, string> = {
  razorpay: "Razorpay",
  cashfree: "Cashfree",
  phonepe: "PhonePe",
  vpa: "Own UPI id",
  sandbox: "Sandbox",
};

/** @param kind null for the sandbox, in lists of payments */
export const gatewayName = (kind: string | null) => GATEWAYS[kind ?? "sandbox"] ?? kind;
