import { Alert, type NoticeTone } from "#app/ui/notice.tsx";

import type { Finding } from "./payment-responses.ts";

const TONES: Record<Finding["level"], NoticeTone> = { ok: "success", warning: "info", error: "error" };

/** The findings of a trial of a gateway or supplier. */
export const Findings = ({ findings }: { findings: Finding[] }) =>
  findings.map(({ level, text }) => (
    <Alert key={text} tone={TONES[level]}>
      {text}
    </Alert>
  ));
