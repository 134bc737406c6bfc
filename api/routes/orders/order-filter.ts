import { z } from "zod";

import { ORDER_STATUSES } from "../../domain/orders.ts";
import { Text } from "../../http/parse.ts";
import { Place } from "../../http/place-in-list.ts";
import { SearchText } from "../../http/search-text.ts";
import { ATTENTION } from "../../repositories/orders/attention.ts";
import { ORDER_SORTS } from "../../repositories/orders/list-orders.ts";

const Time = z.coerce.number().int().min(0).optional();

export const FilterQuery = z.object({
  q: SearchText.optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  attention: z.enum(ATTENTION).optional(),
  gateway: Text(31).optional(),
  since: Time,
  until: Time,
  sort: z.enum(ORDER_SORTS).default("-created"),
});

export const ListQuery = FilterQuery.extend({
  after: Place.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
