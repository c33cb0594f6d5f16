/** Whether this text may be the id of an order, a return, a statement or a recall (a ULID): PostgreSQL throws on a null character. */
export const isId = (text: string): boolean => /^[0-9A-Za-z]{26}$/.test(text);
