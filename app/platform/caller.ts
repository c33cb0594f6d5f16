/** The sender of a request: its Cookie header, network address and User-Agent header. */
export type Caller = { cookie: string | null; address: string; userAgent: string | null };
