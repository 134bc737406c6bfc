/** Something that `awning check` has found: where, and why. A remark keeps no shop from opening. */
export type Finding = { file: string; field: string; reason: string; isRemark?: boolean };
