import type { z } from "zod";

import { type Call, ok, type Route } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Actions } from "./actions.ts";
import { type Books, type Link, newId } from "./books.ts";
import { linkEntity, linkStatus } from "./entities.ts";
import { read, refuse, UNKNOWN_ID } from "./refusals.ts";
import { LinkEdit, NewLink, toNotes } from "./schemas.ts";

const LEAST_LINK_MS = 15 * 60_000;
const HALF_YEAR_MS = 183 * 24 * 3_600_000;

/** Payment links (https://razorpay.com/docs/api/payments/payment-links/). */
export function addLinksApi(route: Route, account: Account, actions: Actions): void {
  const { books, now } = account;

  route("POST", "/payment_links", "create link", (call) => {
    const link = readLink(call, account);
    books.links.push(link);
    return ok(linkEntity(books, link, call.origin));
  });

  route("GET", "/payment_links", "list links", (call) => {
    const { reference_id: reference, payment_id: payment } = call.query;
    const found = books.links.filter(
      (link) =>
        (reference === undefined || link.referenceId === reference) &&
        (payment === undefined || books.paymentsOf(link).some(({ id }) => id === payment)),
    );
    return ok({ payment_links: found.map((link) => linkEntity(books, link, call.origin)) });
  });

  route("GET", "/payment_links/:id", "status link", (call) =>
    ok(linkEntity(books, findLink(books, call), call.origin)),
  );
  route("PATCH", "/payment_links/:id", "edit link", (call) => {
    const link = findLink(books, call);
    const {
      reference_id: referenceId,
      expire_by: expireBy,
      notes,
      accept_partial: acceptPartial,
    } = read(call, LinkEdit);
    if (linkStatus(books, link) !== "created") throw refuse("payment link can only be edited in created state");
    checkExpiry(expireBy, now());
    link.referenceId = referenceId ?? link.referenceId;
    link.expireBy = expireBy === undefined ? link.expireBy : expireBy * 1000;
    link.notes = notes === undefined ? link.notes : toNotes(notes);
    link.acceptPartial = acceptPartial ?? link.acceptPartial;
    return ok(linkEntity(books, link, call.origin));
  });
  route("POST", "/payment_links/:id/notify_by/:medium", "notify link", (call) => {
    const link = findLink(books, call);
    const field = { sms: "contact", email: "email" }[call.params.medium ?? ""];
    if (field === undefined || !(field in link.customer))
      throw refuse(`customer has no contact for ${call.params.medium}`);
    return ok({ success: true });
  });
  route("POST", "/payment_links/:id/cancel", "end link", (call) => {
    const link = findLink(books, call);
    const status = linkStatus(books, link);
    if (status === "paid" || status === "partially_paid")
      throw refuse("cannot cancel or expire an already paid/partially paid link");
    if (status !== "created") throw refuse("cannot cancel or expire an expired link");
    actions.cancel(link);
    return ok(linkEntity(books, link, call.origin));
  });
}

function readLink(call: Call, { books, now }: Account): Link {
  const body = read(call, NewLink);
  checkLink(body, books, now());
  const { expire_by: expireBy, reference_id: referenceId = "", callback_url: callbackUrl = null } = body;
  return {
    id: newId("plink"),
    orderId: null,
    amount: body.amount,
    currency: body.currency ?? "INR",
    notes: toNotes(body.notes),
    createdAt: now(),
    referenceId,
    description: body.description ?? "",
    acceptPartial: body.accept_partial ?? false,
    customer: body.customer ?? {},
    expireBy: expireBy === undefined ? now() + HALF_YEAR_MS : expireBy * 1000,
    callbackUrl,
    status: "created",
    endedAt: 0,
  };
}

function checkExpiry(expireBy: number | undefined, now: number) {
  if (expireBy !== undefined && expireBy * 1000 < now + LEAST_LINK_MS)
    throw refuse("timestamp must be atleast 15 minutes in future", { field: "expire_by" });
}

function checkLink(body: z.output<typeof NewLink>, books: Books, now: number) {
  const { expire_by: expireBy, reference_id: referenceId = "", callback_url: callbackUrl = null } = body;
  if (body.upi_link) throw refuse("UPI Payment Links is not supported in Test Mode", { field: "upi_link" });
  checkExpiry(expireBy, now);
  if (expireBy !== undefined && expireBy * 1000 > now + HALF_YEAR_MS)
    throw refuse("expire_by cannot be more than 6 months in future", { field: "expire_by" });
  if (callbackUrl !== null && body.callback_method === undefined)
    throw refuse("callback_method is required when callback_url is present", { field: "callback_method" });
  if (referenceId !== "" && books.links.some((link) => link.referenceId === referenceId))
    throw refuse(`payment link creation with reference ID already attempted: ${referenceId}`, {
      field: "reference_id",
    });
  if (body.notify?.sms && !body.customer?.contact) throw refuse("customer contact is required to notify by sms");
}

function findLink(books: Books, { params }: Call): Link {
  const id = params.id ?? "";
  if (!/^plink_[A-Za-z0-9]{14}$/.test(id)) throw refuse(`invalid input [strippedId] = [${id.replace("plink_", "")}]`);
  const link = books.links.find((one) => one.id === id);
  if (!link) throw refuse(UNKNOWN_ID);
  return link;
}
