import type { DltRegister } from "../../../simulators/phones/dlt.ts";

export const DLT_TEXTS = {
  vouchers: "Hi {#var#}, your gift cards from {#var#} are ready: https://gifts.maple.example/order-history?{#var#}",
  hindi: "नमस्ते {#var#}, {#var#} से आपके गिफ़्ट कार्ड तैयार हैं: https://gifts.maple.example/order-history?{#var#}",
  code: "{#var#} is your code for {#var#}.\n\n@gifts.maple.example #{#var#}",
};

/** The registration of the brand "maple" at DLT. */
export const dltRegister = (): DltRegister => ({
  entityId: "1101000000000000001",
  headers: ["MAPLEG"],
  texts: {
    "1107160000000000001": DLT_TEXTS.vouchers,
    "1107160000000000002": DLT_TEXTS.hindi,
    "1107160000000000003": DLT_TEXTS.code,
  },
  urls: ["https://gifts.maple.example/order-history?"],
});
