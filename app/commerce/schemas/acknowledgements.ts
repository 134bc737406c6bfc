import { z } from "zod";

import { anything } from "./values.ts";
import { sentAs } from "./wire.ts";

/** An answer whose content is unused: the next page reads from the backend again. */
export const UpdatedSchema = z.looseObject({}).transform(() => null);

/** Extensions whose answer carries no data. */
export const AckSchema = sentAs(
  anything.transform(() => null),
  z.unknown(),
);
