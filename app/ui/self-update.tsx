import { t } from "../../config/language/t.ts";
/** Shown while it is true: pages hide it if <order-watch> does not run (helpers.css); without scripts a Refresh header acts. */
export const SelfUpdate = () => <span className="self-update">{t("ui.selfUpdate")}</span>;
