import { MAX_PICTURE_MB } from "#app/base/constants.ts";
import { Field } from "#app/ui/field.tsx";

import { PICTURE_TYPES, TOO_LARGE } from "./picture-upload.ts";

type PictureFieldProps = { id?: string; name: string; label: string; hint: string; error?: string };

/** A picture to choose. If scripts run, a picture that is too large is refused before it is sent. */
export const PictureField = (field: PictureFieldProps) => (
  <size-limit megabytes={MAX_PICTURE_MB} message={TOO_LARGE}>
    <Field {...field} type="file" accept={PICTURE_TYPES} />
  </size-limit>
);
