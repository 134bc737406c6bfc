/** An id as the backend sent it: a plain integer goes back as a number, everything else as text. */
export const toWireId = (id: string) => (/^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id);
