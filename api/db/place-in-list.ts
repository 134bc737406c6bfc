/** The cursor of a list: the next page begins after the row of this id, whose time (ms) or sum is `value`. */
export type PlaceInList = { value: number; id: string };
