import { expect } from "vitest";
import type { Browser } from "./browser.ts";
import { openShop } from "./shop.ts";
import { textOf } from "./text-of.ts";

export const PATH = "/admin/produits/importer";
/** The columns of the files of 0.2.0, before the facts: they can still be imported. */
export const HEAD =
  "id;nom;prix;catégorie;type de vente;description;composition;spécifications;photos";

/** A CSV file of `count` new products named « Lot <price> <number> ». */
export const productsFile = (count: number, price = 10) =>
  [
    HEAD,
    ...Array.from({ length: count }, (_, index) => `;Lot ${price} ${index};${price};Autres;;;;;`),
  ].join("\n");

/** A shop with an administrator, and functions that import product files as its page does. */
export async function openImports() {
  const shop = await openShop();
  const { sql, db } = shop;
  const admin = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
  function send(
    browser: Browser,
    content: string | Uint8Array,
    name = "catalogue.csv",
  ): Promise<Response> {
    const body = new FormData();
    body.set("intent", "check");
    body.set("file", new File([content as Uint8Array<ArrayBuffer>], name, { type: "text/csv" }));
    return browser.fetch(PATH, { method: "POST", body, headers: { origin: browser.url } });
  }
  /** Uploads a file, which the shop checks. Returns the path of the report page. */
  async function check(content: string | Uint8Array): Promise<string> {
    const answer = await send(admin, content);
    expect(answer.status, await answer.clone().text()).toBe(302);
    return answer.headers.get("location")!;
  }
  const idOf = (address: string) => new URL(address, shop.url).searchParams.get("import")!;
  const act = (intent: string, importId: string, fields: Record<string, string> = {}) =>
    admin.post(PATH, { intent, import: importId, ...fields });
  const read = async (address: string) =>
    textOf(await admin.read(address)).replaceAll(/ ([,.])/g, "$1");
  const state = async (importId: string) =>
    (await sql`SELECT * FROM product_imports WHERE id = ${importId}`)[0]!;
  /** Uploads a file that the shop refuses. Returns the text of the page's alert. */
  async function refusal(content: string | Uint8Array, name?: string): Promise<string> {
    const answer = await send(admin, content, name);
    expect(answer.status).toBe(422);
    const text = (await answer.text()).replace(/<!--[\s\S]*?-->/g, "");
    return /role="alert"[\s\S]*?<b>([\s\S]*?)<\/p>/
      .exec(text)![1]!
      .replace(/<[^>]+>/g, " ")
      .replaceAll("&#x27;", "'");
  }

  return { shop, sql, db, admin, send, check, idOf, act, read, state, refusal };
}
