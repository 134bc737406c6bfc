/** A finding of `awning check`, with its place and reason. A remark does not stop a shop from opening. */
export type Finding = { file: string; field: string; reason: string; isRemark?: boolean };
