import { type Call, ok, type Route } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Actions } from "./actions.ts";
import { newId, type Qr } from "./books.ts";
import { collection, paymentEntity, qrEntity } from "./entities.ts";
import { payeeLink } from "./intents-api.ts";
import { read, refuse, UNKNOWN_ID, UNKNOWN_URL } from "./refusals.ts";
import { NewQr, toNotes } from "./schemas.ts";

const MIN_QR_MS = 2 * 60_000;
const MAX_QR_MS = 2 * 3_600_000;

/** QR codes (https://razorpay.com/docs/api/qr-codes/). */
export function addQrApi(route: Route, account: Account, actions: Actions): void {
  const { books, features, now } = account;

  const entityOf = (qr: Qr, { origin }: Call) =>
    qrEntity(books, qr, origin, features.qrImageContent ? payeeLink(account, qr.id, qr.amount) : undefined);
  const findQr = ({ params }: Call): Qr => {
    const qr = features.qr ? books.qrs.find(({ id }) => id === params.id) : undefined;
    if (!qr) throw refuse(features.qr ? UNKNOWN_ID : UNKNOWN_URL);
    return qr;
  };

  route("POST", "/payments/qr_codes", "create qr", (call) => {
    if (!features.qr) throw refuse(UNKNOWN_URL);
    const body = read(call, NewQr);
    const asked = body.close_by === undefined ? now() + MAX_QR_MS : body.close_by * 1000;
    if (asked < now() + MIN_QR_MS)
      throw refuse("close_by should be at least 2 minutes after current time", { field: "close_by" });
    const qr: Qr = {
      id: newId("qr"),
      amount: body.payment_amount,
      currency: "INR",
      notes: toNotes(body.notes),
      createdAt: now(),
      description: body.description ?? "",
      closeBy: Math.min(asked, now() + MAX_QR_MS),
      status: "active",
      closedAt: 0,
    };
    books.qrs.push(qr);
    account.emit("qr_code.created", { qr_code: qr });
    return ok(entityOf(qr, call));
  });
  route("GET", "/payments/qr_codes/:id", "status qr", (call) => ok(entityOf(findQr(call), call)));
  route("GET", "/payments/qr_codes/:id/payments", "status qr payments", (call) =>
    ok(collection(books.paymentsOf(findQr(call)).map((payment) => paymentEntity(books, payment)))),
  );
  route("POST", "/payments/qr_codes/:id/close", "end qr", (call) => {
    const qr = findQr(call);
    if (qr.status === "closed") throw refuse("QR Code is already closed.");
    actions.expire(qr.id);
    account.emit("qr_code.closed", { qr_code: qr });
    return ok(entityOf(qr, call));
  });
}
