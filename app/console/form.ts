/** The fields of a form as they were sent; files are left out. */
export type Typed = Record<string, string>;

export const readForm = (form: FormData): Typed =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
