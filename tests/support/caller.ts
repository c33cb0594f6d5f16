import { Browser } from "./browser.ts";

/** A client at this IP address behind one reverse proxy. It forges a first entry of X-Forwarded-For; the proxy adds the address. */
export class Caller extends Browser {
  address: string;
  constructor(url: string, address: string) {
    super(url);
    this.address = address;
  }
  override fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("x-forwarded-for", `198.51.100.99, ${this.address}`);
    return super.fetch(path, { ...init, headers });
  }
}
