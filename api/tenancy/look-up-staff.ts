import type { Clock } from "../base/clock.ts";
import type { Databases } from "../db/database.ts";
import type { StaffReader } from "../db/staff-schema.ts";
import type { Key } from "../domain/keys.ts";
import type { Trail } from "../ports/audit.ts";
import { findLastBackup } from "../repositories/staff/audit.ts";
import { listMorningReaders, listOwnersOf, type MorningReader } from "../repositories/staff/members.ts";
import { openTrail } from "../staff/open-trail.ts";
import { openStaffData } from "../staff/staff.ts";

/** The queries of shops in the staff's database. @throws each, if it is unavailable */
export type StaffLookup = {
  /** The addresses of the owners of one brand, and of owners everywhere. */
  listOwners(brand: string): Promise<string[]>;
  /** When the last backup of a brand began (ms), by the audit; null for none. */
  findLastBackup(brand: string): Promise<number | null>;
  /** The members who get the morning mail of a brand. */
  listMorningReaders(brand: string): Promise<MorningReader[]>;
  /** Opens the audit, for actions of members that a job performs. */
  openTrail(): Promise<Trail>;
};

type Options = { databases: Databases; dataKeys: Key[]; clock: Clock };

/** Opens the staff's database for each call, because a shop's process needs it rarely. */
export function createStaffLookup({ databases, dataKeys, clock }: Options): StaffLookup {
  async function read<T>(use: (db: StaffReader) => Promise<T>): Promise<T> {
    const db = await openStaffData(databases);
    return use(db.read).finally(() => db.close());
  }
  return {
    listOwners: (brand) => read((db) => listOwnersOf(db, [brand])),
    findLastBackup: (brand) => read((db) => findLastBackup(db, brand)),
    listMorningReaders: (brand) => read((db) => listMorningReaders(db, brand)),
    openTrail: () => openTrail(databases, dataKeys, clock),
  };
}

/** A process without the staff's database. */
export const NO_STAFF: StaffLookup = {
  listOwners: async () => [],
  findLastBackup: async () => null,
  listMorningReaders: async () => [],
  openTrail: () => Promise.reject(new Error("there is no staff")),
};
