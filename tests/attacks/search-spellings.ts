import { withAttackedShop, type Attack } from "./attack.ts";

/** URLs that all route to a search, in different spellings. */
const SPELLINGS = [
  "/RECHERCHE/?keyword=",
  "/Recherche.data?keyword=",
  "/boutique/?nom=",
  "/boutique.data?_routes=catalogue%2Fshop-page&nom=",
  `/boutique?${"x".repeat(2_000)}=&nom=`,
];
const EACH = 300;
const AT_ONCE = 10;
/** 150 at once, then 5 a second (server/search-budget.ts), with a margin for a slow machine. */
const LIMIT = 400;

/** Searches from one address in URL spellings that only the router treats alike; counts the answered ones. */
export const searchSpellings: Attack = {
  name: "search-spellings",
  run: () =>
    withAttackedShop({ RATE_LIMIT_FACTOR: "1" }, async ({ url }) => {
      const left = SPELLINGS.flatMap((spelling) =>
        Array.from({ length: EACH }, (_one, index) => `${spelling}mot${index}`),
      );
      let answered = 0;
      const ask = async () => {
        for (let path = left.pop(); path !== undefined; path = left.pop()) {
          const answer = await fetch(url + path);
          await answer.arrayBuffer();
          if (answer.ok) answered++;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
      const figure = `of ${SPELLINGS.length * EACH} searches, answered`;
      return [{ figure, value: answered, limit: LIMIT }];
    }),
};
