import { href } from "react-router";

import { rich } from "#app/texts/rich.ts";

/** The phone with which an account opens, and the address that an account without one can add. */
export const PhoneSignIn = ({ viewer }: { viewer: { email: string; verifiedPhone: string } }) => (
  <section className="panel" aria-labelledby="phone-sign-in">
    <h2 id="phone-sign-in">{rich("account.phoneSignIn")}</h2>
    <p>
      {viewer.verifiedPhone
        ? rich("account.phoneConfirmed", { phone: `+91 ${viewer.verifiedPhone}` })
        : rich("account.phoneUnconfirmed")}
    </p>
    <p className="form-row">
      <a href={href("/confirm-phone")}>{rich(viewer.verifiedPhone ? "account.changePhone" : "account.confirmPhone")}</a>{" "}
      {viewer.email === "" && <a href={href("/add-email")}>{rich("account.addEmail")}</a>}
    </p>
  </section>
);
