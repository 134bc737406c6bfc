import { t } from "../../config/language/t.ts";

/** Attributes of `body`: the texts of app/elements for errors on any page. */
export const errorTexts = () => ({ "data-unexpected": t("ui.unexpected"), "data-offline": t("ui.offline") });
