import { WEBHOOK_DAYS } from "../../api/domain/webhooks.ts";

/** Every command and its purpose in one line. `awning --help` prints them without loading the commands. */
export const SUMMARIES = {
  "audit list": "Lists what the staff and the command line did, newest first.",
  "audit verify": "Checks that no entry of the audit was changed or removed, and prints the last one's hash.",
  backup: "Writes a consistent snapshot of a brand's data to a new, encrypted file. The shop may run.",
  backups: "Backs up every brand and the console's staff to new files in a folder, for a daily job.",
  "brand new": "Creates the folder of a new brand: tenant.json, and a placeholder logo, banner and icon.",
  "catalogue import": "Imports the brand's catalogue from a JSON file, all of it or nothing.",
  "catalogue export": "Prints the brand's catalogue as JSON for catalogue import.",
  "catalogue sync": "Compares the brand's products with what their suppliers sell, and lists the differences.",
  check: "Checks every brand's files, the environment, the servers that it names, and brands' own backends.",
  "coins grant": "Credits a shopper with N coins, for a reason that the ledger stores.",
  "coins take": "Takes N coins back from a shopper, for a reason that the ledger stores.",
  conform: "Makes the storefront's calls to a backend, and reports for each call whether it conforms.",
  "coupons create": "Creates coupon codes and prints them, one on each line. They cannot be printed again.",
  "database secure": "On PostgreSQL, gives one brand or all a role that can reach only its own schema.",
  "gifts resend": "Sends an order's gift once more to RECIPIENT, its address, or to a corrected one.",
  "imports list":
    "Lists the imports of a brand's catalogue and stock, newest first, and until when each can be undone.",
  "imports undo":
    "Takes back an import of the catalogue or of stock, except what somebody has changed or ordered since.",
  "keys list":
    "Counts the data that each key of DATA_KEY has sealed or derived, in one brand, or in all and of the staff.",
  "keys rotate":
    "Seals all data of older keys again with the first key of DATA_KEY, in one brand, or in all and of the staff.",
  "messages list": "Lists a brand's messages to phones: channels, templates, today's counts and the last messages.",
  "messages check": "Tries the credentials of the brand's providers of messages. It sends nothing.",
  "messages set": "Sets the provider of a channel, or the template of a kind of message in a language.",
  "messages unset": "Removes the provider of a channel, or a template.",
  "messages test": "Sends one test message with sample values to PHONE.",
  move: "Moves a brand's data from SQLite or PostgreSQL to another PostgreSQL server. The shop may run.",
  "orders list": "Lists the brand's orders, newest first.",
  "orders show": "Shows one order, by number or id: lines, gifts, payment, refunds, and why it is held; never codes.",
  "orders review list": "Lists the paid orders held for review, oldest first, with the reason.",
  "orders review release": "Releases an order held for review and delivers its vouchers.",
  "orders review refund": "Refunds an order held for review and delivers nothing.",
  "payments set":
    "Chooses how a brand is paid (razorpay, cashfree, phonepe, vpa), tries the credentials, and says what is left to do.",
  "payments compare":
    "Compares the payments and refunds of the last five days with the gateway now; exit code 1 if they differ.",
  "payments waiting": "Lists the payments to the brand's own UPI id that nobody has confirmed, oldest first.",
  "payments confirm": "Confirms a payment to the brand's own UPI id that you have found on your bank statement.",
  "payments correct": "Corrects the UTR of a confirmed payment to the brand's own UPI id.",
  "payments import":
    "Confirms payments to the brand's own UPI id from a bank statement. Without --apply it only shows them.",
  reconcile: "Compares orders, payments, coins and vouchers of one brand or of all; exit code 1 if they differ.",
  "refunds list":
    "Lists the refunds to send, oldest first, with second and wrong payments that go back. Coins are already credited.",
  "refunds send": "Sends the refunds that an order owes through the payment gateway, by order number or id.",
  restore: "Restores a brand's data from a backup. With SQLite, stop the shop first.",
  "selling stops": "Lists the times in which a brand stopped selling, newest first, with the payments that stopped it.",
  "selling resume": "Lets a brand that has stopped selling take orders again.",
  "shoppers disable": "Disables a shopper's account: refuses logins and ends all sessions at once.",
  "shoppers enable": "Enables a disabled account; the shopper has to log in again.",
  "shoppers sign-out": "Ends all sessions of a shopper, who can log in again.",
  "shoppers export": "Prints all that the brand holds of a person as JSON, without codes of cards.",
  "shoppers erase": "Erases a person for good; the books stay under a pseudonym.",
  simulate: "Plays a payment gateway or a voucher supplier, to rehearse without an account.",
  "staff invite": "Prints a one-time link with which somebody joins the console. A member gets the role at once.",
  "staff list": "Lists the members of the staff with their roles, and the open invitations.",
  "staff reset": "Prints a one-time link with which a member sets a new password and a new authenticator app.",
  "staff disable": "Disables a member's account and ends all of its sessions at once.",
  "staff enable": "Enables a disabled member, with the roles from before.",
  "stock add": "Adds vouchers from a CSV file to the stock, all of them or none.",
  "stock list": "Counts the brand's vouchers by product and denomination.",
  "stock duplicates": "Lists the brand's cards that are in stock twice, written in different ways.",
  "suppliers list": "Lists the brand's suppliers with their prepaid balance, as the shop read it last.",
  "suppliers check": "Tries the credentials of the brand's suppliers and reads their balances. It buys nothing.",
  "suppliers orders": "Lists orders with suppliers that are open, and those of a week that brought too few cards.",
  "vouchers resend": "Sends the mail with an order's codes once more, by order number or id.",
  "webhooks list": `Lists the gateway's notifications of the last ${WEBHOOK_DAYS} days, newest first.`,
  "webhooks show": "Prints a notification's body as the gateway sent it. It names the payer.",
  "webhooks replay": "Processes a notification once more. What was booked is not booked again.",
} as const;

/** One or two words, such as `orders list`. */
export type CommandName = keyof typeof SUMMARIES;
