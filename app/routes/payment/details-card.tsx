import Pencil from "lucide/dist/esm/icons/pencil.mjs";
import X from "lucide/dist/esm/icons/x.mjs";
import type { ReactNode } from "react";

import { marked, rich } from "#app/texts/rich.ts";
import { Icon } from "#app/ui/icon.tsx";

import { t } from "../../../config/language/t.ts";
import type { WaitingPayment } from "./load-payment.server.ts";

const UPDATE_DIALOG = "update-details";

export type PayerDetails = { username: string; phone: string; email: string };

type DetailsCardProps = { payment: Pick<WaitingPayment, "details" | "items">; editHref: string };

/** Folded: its summary shows where the vouchers go. */
export function DetailsCard({ payment: { details: user, items }, editHref }: DetailsCardProps) {
  const hasOwn = items.some(({ gift }) => gift === null);
  const rows = [
    { label: t("payment.name"), value: user.username, edit: t("checkout.editName") },
    { label: t("payment.phone"), value: user.phone, edit: t("checkout.editPhone") },
    { label: t("checkout.email"), value: user.email, edit: t("checkout.editEmail") },
  ];
  return (
    <section className="payment-details" aria-labelledby="details-title">
      <details className="fold">
        <summary>
          <h2 id="details-title">{rich("checkout.verifyDetails")}</h2>{" "}
          <span className="muted small">
            {hasOwn && user.email ? (
              rich("checkout.sentTo", { email: () => <bdi>{user.email}</bdi> })
            ) : (
              <bdi>{user.email || user.phone}</bdi>
            )}
          </span>
        </summary>
        <dl className="details-list">
          {rows.map(({ label, value, edit }) => (
            <div key={label}>
              <dt>{marked(label)}</dt>
              <dd>
                <bdi>{value || "–"}</bdi>
              </dd>
              <dd>
                <dialog-link target={UPDATE_DIALOG}>
                  <a className="icon-button" href={editHref}>
                    <Icon of={Pencil} size={18} />
                    <span className="sr">{marked(edit)}</span>
                  </a>
                </dialog-link>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

type UpdateDialogProps = {
  /** Opens the form in the page: after an edit link without JavaScript, or when the form has an error. */
  isOpen?: boolean;
  closeHref: string;
  children: ReactNode;
};

export function UpdateDialog({ isOpen, closeHref, children }: UpdateDialogProps) {
  return (
    <dialog id={UPDATE_DIALOG} className="dialog" open={isOpen} aria-labelledby={`${UPDATE_DIALOG}-title`}>
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={`${UPDATE_DIALOG}-title`}>{rich("payment.updateDetails")}</h2>
          <a className="icon-button" href={closeHref} data-close>
            <Icon of={X} className="icon-20" />
            <span className="sr">{rich("ui.close")}</span>
          </a>
        </div>
        {children}
      </div>
    </dialog>
  );
}
