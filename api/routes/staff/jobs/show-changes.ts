import type { Change } from "../../../catalogue/describe-differences.ts";
import { flagCards, type OddDay } from "../../../catalogue/stock-preview.ts";
import { toRupees } from "../../../domain/pricing.ts";
import { readKept } from "../../../jobs/kept-rows.ts";
import { countChanges, type JobChange, listChanges } from "../../../repositories/jobs/job-changes.ts";
import type { JobRow } from "../../../repositories/jobs/jobs.ts";
import type { Shop } from "../../../shop/shop.ts";
import { firstRows } from "./show-job.ts";

/** Rows of one statement. */
const PAGE = 500;
/** Changes on a job's page; its file contains all. */
const SHOWN_CHANGES = 200;

/** The first changes that an import would make to the catalogue; `flagged` are the first of those that a person should look at. */
export const listCatalogueChanges = async (shop: Shop, { id }: JobRow) => ({
  changes: await firstRows(readKept<Change>(shop, id, { which: "list" }), SHOWN_CHANGES),
  flagged: await firstRows(readKept<Change>(shop, id, { which: "flagged" }), SHOWN_CHANGES),
});

/** The first products and amounts of a checked stock file, with their total number. */
export async function listCards({ db }: Shop, { id }: JobRow) {
  const changes = await listChanges(db.read, id, "cards", { limit: SHOWN_CHANGES });
  return { groups: changes.map(tellCards), total: await countChanges(db.read, id, ["cards"]) };
}

/** Face values in paise, null for an open value. */
function tellCards({ key, cards }: JobChange) {
  const [sku, paise, oddDay] = key.split(" ");
  const face_value = paise === "" ? null : Number(paise);
  return {
    sku: sku!,
    face_value,
    cards,
    flags: flagCards({ faceValue: face_value, oddDay: (oddDay as OddDay | undefined) ?? null }),
  };
}

/** All changes that a check has found, as rows of a file. */
export async function* listChangeRows(shop: Shop, { id, kind }: JobRow) {
  if (kind === "stock.check") return yield* listCardRows(shop, id);
  yield ["what", "key", "name", "field", "old", "new", "look_at"];
  for await (const changes of readKept<Change>(shop, id, { which: "list" }))
    for (const { what, key, name, field, old, new: now, flags } of changes)
      yield [what, key, name, field, old, now, flags.join("; ")];
}

async function* listCardRows({ db }: Shop, jobId: string) {
  yield ["product", "denomination", "cards", "look_at"];
  for (let after = ""; ;) {
    const changes = await listChanges(db.read, jobId, "cards", { limit: PAGE, after });
    for (const { sku, face_value, cards, flags } of changes.map(tellCards))
      yield [sku, face_value === null ? "" : String(toRupees(face_value)), String(cards), flags.join("; ")];
    if (changes.length < PAGE) return;
    after = changes.at(-1)!.key;
  }
}
