/** An HTTP client that keeps cookies and posts forms like a page of the shop. */
export class Browser {
  url: string;
  /** The Origin header. */
  #origin: string | undefined;
  #cookies = new Map<string, string>();

  constructor(url: string, origin?: string) {
    this.url = url;
    this.#origin = origin;
  }

  get origin(): string {
    return this.#origin ?? this.url;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#cookies.size > 0) headers.set("cookie", this.cookie);
    const response = await fetch(new URL(path, this.url), { redirect: "manual", ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const [name = "", ...value] = pair.split("=");
      if (/max-age=0/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value.join("="));
    }
    return response;
  }

  get(path: string): Promise<Response> {
    return this.fetch(path);
  }

  /** Returns the page's HTML. @throws when the response has another status than `status`. */
  async read(path: string, status = 200): Promise<string> {
    const response = await this.get(path);
    const text = await response.text();
    if (response.status !== status)
      throw new Error(
        `${path} answered ${response.status} instead of ${status}:\n${text.slice(0, 500)}`,
      );
    return text;
  }

  post(path: string, fields: Record<string, string> | URLSearchParams): Promise<Response> {
    return this.fetch(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin: this.origin },
    });
  }

  postJson(path: string, body: unknown): Promise<Response> {
    return this.fetch(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { origin: this.origin, "content-type": "application/json" },
    });
  }
}
