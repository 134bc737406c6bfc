import { formatPaise } from "../domain/pricing.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import { deleteUnbought, type KeptCard, listImported, listKept } from "../repositories/stock/imported.ts";
import type { Shop } from "../shop/shop.ts";
import type { JobKind, RefusedRow, Slice } from "./job-kind.ts";
import { UndoInput } from "./undo-catalogue-import.ts";

const CARDS = 500;

type Cursor = { after: string };

/** Takes the cards of an import out of the stock, except those that are sold, reserved or shown. */
export const withdrawStock: JobKind = {
  label: "Undo of a stock import",
  seenWith: "catalogue.read",
  permission: "stock.edit",
  isPrivate: false,
  changesCatalogue: true,
  slices: withdraw,
};

async function* withdraw({ db }: Shop, job: JobRow): AsyncGenerator<Slice> {
  const { import: jobId } = UndoInput.parse(JSON.parse(job.input));
  let { after } = job.cursor === null ? { after: "" } : (JSON.parse(job.cursor) as Cursor);
  let { done } = job;
  for (let ids = await listImported(db.read, jobId, after, CARDS); ids.length > 0;) {
    after = ids.at(-1)!;
    done += ids.length;
    const cards = ids;
    yield {
      cursor: { after } satisfies Cursor,
      done,
      async apply(tx) {
        const withdrawn = await deleteUnbought(tx, jobId, cards);
        const refused = (await listKept(tx, cards)).map(toLeft);
        return { tallies: { withdrawn }, columns: ["product", "denomination"], refused };
      },
    };
    ids = await listImported(db.read, jobId, after, CARDS);
  }
}

/** A card that stays, by its product and amount: no page shows its number. */
function toLeft({ sku, face_value, issued_to, reserved_for }: KeptCard): RefusedRow {
  const amount = face_value === null ? "open value" : formatPaise(face_value);
  const shown = "a member of the staff has seen its code";
  const order =
    issued_to === null ? reserved_for && `reserved for order ${reserved_for}` : `sold in order ${issued_to}`;
  return { place: `${sku}, ${amount}`, reason: order ?? shown, cells: [sku, amount] };
}
