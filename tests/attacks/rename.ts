import { setTimeout as pause } from "node:timers/promises";
import { Browser } from "../support/browser.ts";
import { withAttackedShop, type Attack } from "./attack.ts";
import { orderingCustomer } from "./customers.ts";

const RENAMES = 60;
const PAGES = ["/", "/boutique", "/recherche/?keyword=huile"];

/** A customer with one comment changes their name in a loop; measures how many pages a visitor still gets from the cache. */
export const rename: Attack = {
  name: "rename",
  run: () =>
    // The real rate limits, which are part of the defence.
    withAttackedShop({ RATE_LIMIT_FACTOR: "1" }, async ({ url, sql }) => {
      const author = await orderingCustomer(url, sql);
      const [product] = await sql<{ id: string }[]>`SELECT id FROM products ORDER BY id LIMIT 1`;
      const comment = await author.post(`/produit/${product!.id}`, { rate: "5", text: "Bien." });
      await comment.body?.cancel();
      const visitor = new Browser(url);
      const tagOf = async (path: string) => {
        const answer = await visitor.get(path);
        await answer.body?.cancel();
        return answer.headers.get("etag");
      };
      const stream = await openStream(url);
      // Waits until the pages that the new comment invalidated are cached again.
      await pause(1_000);
      const known = new Map<string, string | null>();
      for (const path of PAGES) known.set(path, await tagOf(path));
      stream.reloads = 0;

      let hits = 0;
      let written = 0;
      for (let index = 0; index < RENAMES; index++) {
        const saved = await author.post("/admin/parametre-compte", {
          name: `Nom ${index}`,
          dateOfBirth: "",
          phone: "",
          email: author.email,
        });
        await saved.body?.cancel();
        if (saved.status === 200) written++;
        await pause(30);
        for (const path of PAGES) {
          const tag = await tagOf(path);
          if (tag === known.get(path)) hits++;
          known.set(path, tag);
        }
      }
      stream.close();
      const share = Math.round((100 * hits) / (RENAMES * PAGES.length));
      return [
        { figure: "names written of 60", value: written, limit: 10 },
        { figure: "pages not from the cache", value: 100 - share, limit: 1, unit: "%" },
        { figure: "reloads of an open home page", value: stream.reloads, limit: 0 },
      ];
    }),
};

/** Opens a home page's live stream and counts the events that would reload the page. */
async function openStream(url: string) {
  const abort = new AbortController();
  const answer = await fetch(`${url}/live?depuis=${Date.now()}`, { signal: abort.signal });
  const stream = { reloads: 0, close: () => abort.abort() };
  const read = async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream()))
      // The home page subscribes to « product »; « * » means anything.
      stream.reloads += part.match(/"topic":"(product|\*)"/g)?.length ?? 0;
  };
  read().catch(() => undefined);
  return stream;
}
