import LogOut from "lucide/dist/esm/icons/log-out.mjs";

import { Icon } from "#app/ui/icon.tsx";

import { t } from "../../../config/language/t.ts";

export function LogoutForm() {
  return (
    <form method="post" action="/logout">
      <button className="link-button">
        <Icon of={LogOut} size={16} /> {t("frame.logout")}
      </button>
    </form>
  );
}
