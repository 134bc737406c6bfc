import { shop } from "./001-shop.ts";
import { orders } from "./002-orders.ts";
import { accounts } from "./004-accounts.ts";
import { coinLots } from "./005-coin-lots.ts";
import { terms } from "./006-terms.ts";
import { receipts } from "./007-receipts.ts";
import { operator } from "./008-operator.ts";
import { gifts } from "./009-gifts.ts";
import { usedVouchers } from "./010-used-vouchers.ts";
import { review } from "./011-review.ts";
import { lists } from "./012-lists.ts";
import { devices } from "./013-devices.ts";
import { signUps } from "./014-sign-ups.ts";
import { sealedClaimLinks } from "./015-sealed-claim-links.ts";
import { purchaseLimits } from "./016-purchase-limits.ts";
import { stockNotices } from "./017-stock-notices.ts";
import { requestIds } from "./018-request-ids.ts";
import { reviewReasons } from "./019-review-reasons.ts";
import { claims } from "./020-claims.ts";
import { attempts } from "./021-attempts.ts";
import { reservations } from "./022-reservations.ts";
import { suppliers } from "./023-suppliers.ts";
import { comparisons } from "./024-comparisons.ts";
import { orderDesk } from "./026-order-desk.ts";
import { sales } from "./027-sales.ts";
import { shoppers } from "./028-shoppers.ts";
import { jobs } from "./029-jobs.ts";
import { catalogueDesk } from "./030-catalogue-desk.ts";
import { outgoing } from "./031-outgoing.ts";
import { cardEndings } from "./032-card-endings.ts";
import { suppliedCards } from "./033-supplied-cards.ts";
import { paymentLists } from "./035-payment-lists.ts";
import { daySums } from "./036-day-sums.ts";
import { resentMails } from "./037-resent-mails.ts";
import { madeOnce } from "./038-made-once.ts";
import { shoppersByCoins } from "./039-shoppers-by-coins.ts";
import { supplierComparisons } from "./041-supplier-comparisons.ts";
import { catalogueJobs } from "./044-catalogue-jobs.ts";
import { importedCards } from "./045-imported-cards.ts";
import { severalRefunds } from "./046-several-refunds.ts";
import { cardIdentities } from "./047-card-identities.ts";
import { shelfLife } from "./048-shelf-life.ts";
import { nameWords } from "./049-name-words.ts";
import { disputes } from "./050-disputes.ts";
import { bankStatements } from "./052-bank-statements.ts";
import { compactNames } from "./053-compact-names.ts";
import { sellingStops } from "./054-selling-stops.ts";
import { moneyActs } from "./056-money-acts.ts";
import { jobChanges } from "./057-job-changes.ts";
import { waitsFrom } from "./058-waits-from.ts";
import { awaitedPayments } from "./059-awaited-payments.ts";
import { accountLanguages } from "./060-account-languages.ts";
import { translations } from "./061-translations.ts";
import { namedIn } from "./062-named-in.ts";
import { messages } from "./063-messages.ts";
import { phoneCodes } from "./064-phone-codes.ts";
import { giftsToPhones } from "./065-gifts-to-phones.ts";
import { phoneDeliveries } from "./068-phone-deliveries.ts";
import { phoneNetworks } from "./069-phone-networks.ts";
import { wallet } from "./070-wallet.ts";
import { refundEnds } from "./072-refund-ends.ts";
import { coinReminders } from "./073-coin-reminders.ts";
import { declinedOrders } from "./074-declined-orders.ts";
import { bulkRows } from "./075-bulk-rows.ts";
import { search } from "./077-search.ts";
import { views } from "./078-views.ts";
import { mornings } from "./080-mornings.ts";
import type { Migration } from "./migration.ts";

export const migrations: Migration[] = [
  shop,
  orders,
  accounts,
  coinLots,
  terms,
  receipts,
  operator,
  gifts,
  usedVouchers,
  review,
  lists,
  devices,
  signUps,
  sealedClaimLinks,
  purchaseLimits,
  stockNotices,
  requestIds,
  reviewReasons,
  claims,
  attempts,
  reservations,
  suppliers,
  comparisons,
  orderDesk,
  sales,
  shoppers,
  jobs,
  catalogueDesk,
  outgoing,
  cardEndings,
  suppliedCards,
  paymentLists,
  daySums,
  resentMails,
  madeOnce,
  shoppersByCoins,
  supplierComparisons,
  catalogueJobs,
  importedCards,
  severalRefunds,
  cardIdentities,
  shelfLife,
  nameWords,
  disputes,
  bankStatements,
  compactNames,
  sellingStops,
  moneyActs,
  jobChanges,
  waitsFrom,
  awaitedPayments,
  accountLanguages,
  translations,
  namedIn,
  messages,
  phoneCodes,
  giftsToPhones,
  phoneDeliveries,
  phoneNetworks,
  wallet,
  refundEnds,
  coinReminders,
  declinedOrders,
  bulkRows,
  search,
  views,
  mornings,
];
