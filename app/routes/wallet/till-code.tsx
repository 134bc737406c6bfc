import { Qr } from "#app/ui/qr/qr.tsx";

import { t } from "../../../config/language/t.ts";
import type { TillCode as Drawing } from "./till-code.server.ts";

/** Always black on white with its quiet zone, so that a scanner reads it in the dark theme, too. */
export function TillCode({ code }: { code: Drawing }) {
  if (code.kind === "qr") return <Qr size={code.size} path={code.path} label={t("wallet.qrCode")} />;
  return (
    <svg
      className="wallet-barcode"
      viewBox={`0 0 ${code.width} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t("wallet.barcode")}
      shapeRendering="crispEdges"
    >
      <rect width={code.width} height="1" fill="#fff" />
      <path d={code.path} fill="#000" />
    </svg>
  );
}
