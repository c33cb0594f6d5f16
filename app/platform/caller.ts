/** Whoever sends a request: the cookie header, the network address, the browser's name. */
export type Caller = { cookie: string | null; address: string; userAgent: string | null };
