import type { BrandRoute } from "../brand-route.ts";
import { brandRoutes } from "./brand.ts";
import { brandMailRoutes } from "./brand-mails.ts";
import { brandPictureRoutes } from "./brand-pictures.ts";
import { bulkRoutes } from "./bulk/bulk.ts";
import { catalogueRoutes } from "./catalogue.ts";
import { catalogueFileRoutes } from "./catalogue-files.ts";
import { coinGrantRoutes } from "./coin-grants.ts";
import { couponBatchRoutes } from "./coupons/batches.ts";
import { couponRoutes } from "./coupons/coupons.ts";
import { endpointRoutes } from "./integrations/endpoints.ts";
import { endpointFileRoutes } from "./integrations/files.ts";
import { keyRoutes } from "./integrations/keys.ts";
import { jobRoutes } from "./jobs/jobs.ts";
import { messageChangeRoutes } from "./messages/message-changes.ts";
import { messageRoutes } from "./messages/messages.ts";
import { disputeRoutes } from "./money/disputes.ts";
import { moneyRoutes } from "./money/money.ts";
import { monthRoutes } from "./money/months.ts";
import { paymentRoutes } from "./money/payments.ts";
import { moneyRequestRoutes } from "./money/requests.ts";
import { sellingRoutes } from "./money/selling.ts";
import { upiRoutes } from "./money/upi-payments.ts";
import { webhookRoutes } from "./money/webhooks.ts";
import { orderRoutes } from "./orders.ts";
import { searchRoutes } from "./search/search.ts";
import { viewRoutes } from "./search/views.ts";
import { paymentSetupRoutes } from "./setup/payments.ts";
import { supplierChangeRoutes } from "./setup/supplier-changes.ts";
import { supplierRoutes } from "./setup/suppliers.ts";
import { shopperActRoutes } from "./shopper-actions.ts";
import { shopperRoutes } from "./shoppers.ts";
import { stockRoutes } from "./stock.ts";
import { todayRoutes } from "./today.ts";

/** Every call on a brand's data. Tests walk this table by role and brand. */
export const BRAND_ROUTES: readonly BrandRoute[] = [
  ...todayRoutes,
  ...brandRoutes,
  ...paymentSetupRoutes,
  ...supplierRoutes,
  ...supplierChangeRoutes,
  ...messageRoutes,
  ...messageChangeRoutes,
  ...brandMailRoutes,
  ...brandPictureRoutes,
  ...searchRoutes,
  ...viewRoutes,
  ...orderRoutes,
  ...catalogueRoutes,
  ...moneyRoutes,
  ...monthRoutes,
  ...disputeRoutes,
  ...sellingRoutes,
  ...webhookRoutes,
  ...paymentRoutes,
  ...upiRoutes,
  ...moneyRequestRoutes,
  // Before /shoppers/:shopper, which would read the list of grants as a shopper.
  ...coinGrantRoutes,
  ...couponRoutes,
  ...couponBatchRoutes,
  ...shopperRoutes,
  ...shopperActRoutes,
  ...stockRoutes,
  ...catalogueFileRoutes,
  ...jobRoutes,
  ...bulkRoutes,
  ...endpointRoutes,
  ...endpointFileRoutes,
  ...keyRoutes,
];
