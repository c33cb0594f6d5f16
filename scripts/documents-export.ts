import { parseArgs } from "node:util";
import { exportDocuments } from "#app/documents/export.server.ts";
import { ConfigError } from "#app/platform/config.server.ts";
import { exitWithError, withShop } from "./with-shop.ts";

/**
 * npm run documents:export -- --to dossier
 * Writes every collection as JSON documents (specification §3) with their pictures. The shop may be running or not.
 */
const {
  to: folder = exitWithError("Indiquez le dossier : npm run documents:export -- --to dossier"),
} = parseArgs({ options: { to: { type: "string" } } }).values;

await withShop(async ({ db, storage }) => {
  const outcome = await exportDocuments(db, storage, folder);
  if (outcome.kind === "not-empty")
    throw new ConfigError(`${folder} n’est pas vide : choisissez un nouveau dossier.`);
  const { counts, pictures, missing } = outcome;
  console.log(`\n  ${folder}`);
  for (const [name, count] of Object.entries(counts))
    console.log(`    ${`${name}.jsonl`.padEnd(20)}${count} documents`);
  console.log(`    ${"files/".padEnd(20)}${pictures} images\n`);
  for (const address of missing) console.log(`  Image absente de la boutique : ${address}`);
});
