import LogOut from "lucide/dist/esm/icons/log-out.mjs";

import { rich } from "#app/texts/rich.ts";
import { Icon } from "#app/ui/icon.tsx";

export function LogoutForm() {
  return (
    <form method="post" action="/logout">
      <button className="link-button">
        <Icon of={LogOut} size={16} /> {rich("frame.logout")}
      </button>
    </form>
  );
}
