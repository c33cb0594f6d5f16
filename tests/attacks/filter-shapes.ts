import { readdirSync, readFileSync } from "node:fs";
import { CATEGORIES } from "#app/catalogue/product-schema.ts";
import { addProducts } from "../support/catalogue.ts";
import { withAttackedShop, type Attack } from "./attack.ts";

/** As many requests at once as the shop's pool has connections, so that each connection receives most shapes. */
const AT_ONCE = 10;
const ROUNDS = 12;

/** URLs of filter combinations; each combination has another statement text. */
function shapes(round: number): string[] {
  const addresses: string[] = [];
  for (let count = 0; count <= CATEGORIES.length; count++)
    for (let euros = 1; euros <= 13; euros++)
      for (const name of ["", "produit"])
        for (const sort of ["asc", "desc"]) {
          const query = new URLSearchParams({ nom: name, tri: sort });
          for (const category of CATEGORIES.slice(0, count)) query.append("categorie", category);
          // Each round has other prices, so that the page cache contains none of its pages.
          const from = 5 + round;
          query.set("prix-min", String(from));
          query.set("prix-max", String(euros === 13 ? 500 + round : from + euros - 1));
          addresses.push(`/boutique?${query}`);
        }
  return addresses;
}

/** Memory of PostgreSQL with its connections in MB (proportional set size). */
function postgresMemory(postmaster: number): number {
  let kilobytes = 0;
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const parent = /^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1];
      if (Number(name) !== postmaster && Number(parent) !== postmaster) continue;
      kilobytes += Number(
        /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/smaps_rollup`, "utf8"))![1],
      );
    } catch {
      // The process ended.
    }
  }
  return Math.round(kilobytes / 1024);
}

/** Sends every filter shape over every connection, and measures PostgreSQL's memory for prepared statements. */
export const filterShapes: Attack = {
  name: "filter-shapes",
  run: () =>
    withAttackedShop({}, async ({ url, dataDir, sql }) => {
      await addProducts(sql, 20_000);
      const [pid] = readFileSync(`${dataDir}/postgres/postmaster.pid`, "utf8").split("\n");
      await fetch(`${url}/boutique`);
      const before = postgresMemory(Number(pid));
      const failed: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const left = shapes(round);
        const ask = async () => {
          for (let path = left.pop(); path !== undefined; path = left.pop()) {
            const answer = await fetch(url + path);
            await answer.arrayBuffer();
            if (!answer.ok) failed.push(answer.status);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, ask));
      }
      const grown = postgresMemory(Number(pid)) - before;
      return [
        // Ten connections' caches of the catalogue and statements: 206 to 213 MB; 236 without MOST_PREPARED.
        { figure: "PostgreSQL’s memory grows by", value: grown, limit: 220, unit: "MB" },
        { figure: "filters that failed", value: failed.length, limit: 0 },
      ];
    }),
};
