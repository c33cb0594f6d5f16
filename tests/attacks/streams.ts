import { setTimeout as sleep } from "node:timers/promises";
import { Browser } from "../support/browser.ts";
import { withAttackedShop, type Attack } from "./attack.ts";

const PASSWORD = "Mot-de-passe-1";
/** How long a stream of an ended session may stay open: longer than the interval of the heartbeat. */
const PATIENCE_MS = 17_000;

async function openStream(browser: Browser) {
  const abort = new AbortController();
  const answer = await browser.fetch("/live", { signal: abort.signal });
  const stream = { status: answer.status, isOpen: answer.ok, close: () => abort.abort() };
  const read = async () => {
    for await (const _ of answer.body ?? []) continue;
  };
  void read()
    .catch(() => undefined)
    .finally(() => (stream.isOpen = false));
  return stream;
}

async function signUp(url: string, name: string): Promise<Browser & { email: string }> {
  const browser = new Browser(url);
  const email = `${name}@exemple.fr`;
  const form = { name, email, password: PASSWORD, confirmation: PASSWORD };
  await browser.post("/connexion?mode=inscription", form);
  return Object.assign(browser, { email });
}

/** Streams that outlive their session, and unlimited streams from one address. */
export const streams: Attack = {
  name: "streams",
  run: () =>
    withAttackedShop({ RATE_LIMIT_FACTOR: "1" }, async ({ url, sql }) => {
      const ends: ((browser: Browser & { email: string }) => Promise<unknown>)[] = [
        (browser) => browser.post("/deconnexion", {}),
        ({ email }) => sql`DELETE FROM users WHERE email = ${email}`,
        ({ email }) => sql`UPDATE sessions SET expires_at = now()
          WHERE user_id = (SELECT id FROM users WHERE email = ${email})`,
      ];
      const opened = [];
      for (const [index, end] of [...ends, ...ends, ...ends].entries()) {
        const browser = await signUp(url, `ecoute-${index}`);
        opened.push(await openStream(browser));
        await end(browser);
      }
      await sleep(PATIENCE_MS);
      const left = opened.filter(({ isOpen }) => isOpen).length;
      for (const stream of opened) stream.close();
      await sleep(500);
      const many = await Promise.all(
        Array.from({ length: 300 }, () => openStream(new Browser(url))),
      );
      const accepted = many.filter(({ status }) => status === 200).length;
      for (const stream of many) stream.close();
      return [
        { figure: "streams open 17 s after their session's end, of 9", value: left, limit: 0 },
        { figure: "streams open from one address, of 300", value: accepted, limit: 200 },
      ];
    }),
};
