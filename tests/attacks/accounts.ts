import { Browser } from "../support/browser.ts";

/** Somebody who has just signed up at the attacked shop. */
export async function signedUp(url: string, email: string): Promise<Browser> {
  const browser = new Browser(url);
  const answer = await browser.post("/connexion?mode=inscription", {
    name: "Ada Attaque",
    email,
    password: "Mot-de-passe-1",
    confirmation: "Mot-de-passe-1",
  });
  if (answer.status !== 302) throw new Error(`not signed up: ${answer.status}`);
  return browser;
}
