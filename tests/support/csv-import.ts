import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#app/platform/postgres.server.ts";
import { Browser } from "./browser.ts";

export const IMPORT_PAGE = "/admin/produits/importer";
const LONGEST_MS = 600_000;

/** A file of `lines` new products. */
export function productsCsv(lines: number): string {
  const head = "id;nom;prix;catégorie;type de vente;description;composition;spécifications;photos";
  const text = "Une crème douce qui se fond sur la peau et la laisse souple jusqu’au soir. ".repeat(
    4,
  );
  const rows = Array.from({ length: lines }, (_, index) =>
    [
      "",
      `Crème d’essai ${index}`,
      5 + (index % 90),
      "Soins de la peau",
      index % 20 ? "Normal" : "en Vedette",
      text,
      "Aqua, Glycerin",
      "Contenance: 50 ml",
      "",
    ].join(";"),
  );
  return [head, ...rows].join("\r\n");
}

/** A client signed in as the demo's administrator. */
export async function demoAdministrator(url: string): Promise<Browser> {
  const admin = new Browser(url);
  await admin.post("/connexion", {
    email: "admin@eclat.example",
    password: "Admin-Eclat-2026",
    mode: "connexion",
  });
  return admin;
}

/** Sends the file to be checked; returns the id of the import. */
export async function checkImport(admin: Browser, url: string, content: string): Promise<string> {
  const body = new FormData();
  body.set("intent", "check");
  body.set("file", new File([content], "catalogue.csv", { type: "text/csv" }));
  const checked = await admin.fetch(IMPORT_PAGE, {
    method: "POST",
    body,
    headers: { origin: url },
  });
  if (checked.status !== 302) throw new Error(`the check answered ${checked.status}`);
  return new URL(checked.headers.get("location")!, url).searchParams.get("import")!;
}

/** Starts a checked import and waits for its end, calling `onTick` twice a second. */
export async function runImport(
  admin: Browser,
  sql: Sql,
  id: string,
  onTick: () => Promise<void> = async () => {},
): Promise<void> {
  const began = performance.now();
  await admin.post(IMPORT_PAGE, { intent: "start", import: id });
  for (;;) {
    await sleep(500);
    const [row] = await sql<
      { state: string }[]
    >`SELECT state FROM product_imports WHERE id = ${id}`;
    await onTick();
    if (row!.state === "done") return;
    if (performance.now() - began > LONGEST_MS) throw new Error("the import doesn't end");
  }
}
