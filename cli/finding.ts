/** A finding of `awning check`: where, and why. A remark does not stop a shop from opening. */
export type Finding = { file: string; field: string; reason: string; isRemark?: boolean };
