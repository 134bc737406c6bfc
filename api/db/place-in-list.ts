/** Where the next page of a list goes on: after the row of this id, whose time (ms) or sum is `value`. */
export type PlaceInList = { value: number; id: string };
