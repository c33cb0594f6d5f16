import { withAttackedShop, type Attack } from "./attack.ts";

/** Addresses that all lead to a search, each in another spelling. */
const SPELLINGS = [
  "/RECHERCHE/?keyword=",
  "/Recherche.data?keyword=",
  "/boutique/?nom=",
  "/boutique.data?_routes=catalogue%2Fshop-page&nom=",
  `/boutique?${"x".repeat(2_000)}=&nom=`,
];
const EACH = 300;
const AT_ONCE = 10;
/** 150 at once and 5 a second from then on (server/search-budget.ts), with room for a slow machine. */
const LIMIT = 400;

/** Searches of one address, in spellings that only the router knows to be alike: how many are answered. */
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
