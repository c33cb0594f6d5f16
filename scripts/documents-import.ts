import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Remark } from "#app/documents/import-report.server.ts";
import { importDocuments } from "#app/documents/import.server.ts";
import { ConfigError } from "#app/platform/config.server.ts";
import { exitWithError, withShop } from "./with-shop.ts";

/**
 * npm run documents:import -- --from dossier [--merge] [--skip-refused] [--send-links]
 * Imports JSON documents (specification §3) and their pictures into an empty shop; `--merge` adds them to a shop with
 * data. If a document is refused, nothing is imported; `--skip-refused` imports the others. Imported users have no password:
 * `--send-links` mails each a link to choose one. The shop may be running or not.
 */
const {
  from: folder = exitWithError("Indiquez le dossier : npm run documents:import -- --from dossier"),
  merge,
  "skip-refused": skipRefused,
  "send-links": sendLinks,
} = parseArgs({
  options: {
    from: { type: "string" },
    merge: { type: "boolean", default: false },
    "skip-refused": { type: "boolean", default: false },
    "send-links": { type: "boolean", default: false },
  },
}).values;

await withShop(async ({ db, jobs, storage, config }) => {
  const reportFile = join(config.dataDir, "documents-import.jsonl");
  await jobs.start();
  const outcome = await importDocuments(db, jobs, storage, {
    folder,
    reportFile,
    merge,
    skipRefused,
    sendLinks,
  });
  if (outcome.kind === "no-documents")
    throw new ConfigError(`${folder} n’a aucun fichier products.jsonl, orders.jsonl, …`);
  if (outcome.kind === "not-empty") {
    throw new ConfigError(
      "La boutique n’est pas vide. Choisissez un nouveau DATA_DIR, ou ajoutez ce qui lui manque avec --merge.",
    );
  }
  const { counts, pictures, remarks, first } = outcome;
  console.log();
  for (const [name, { read, added }] of Object.entries(counts))
    console.log(`    ${`${name}.jsonl`.padEnd(20)}${read} documents lus, ${added} nouveaux`);
  console.log(`    ${"files/".padEnd(20)}${pictures} images\n`);
  printRemarks(`${remarks.refused} refusés`, first.refused);
  printRemarks(`${remarks.noted} remarques`, first.noted);
  if (remarks.refused + remarks.noted > 0) console.log(`  Toutes les remarques : ${reportFile}\n`);
  if (outcome.kind === "refused") {
    throw new ConfigError(
      "Rien n’a été importé. Corrigez ces documents, ou laissez-les de côté avec --skip-refused.",
    );
  }
  if (counts.auth.added > 0)
    console.log(
      sendLinks
        ? "  Chaque nouveau compte reçoit un lien pour choisir son mot de passe dès que la boutique est ouverte.\n"
        : "  Les nouveaux comptes n’ont pas de mot de passe : chacun le choisit par /mot-de-passe-oublie.\n",
    );
});

function printRemarks(title: string, remarks: Remark[]): void {
  if (remarks.length === 0) return;
  console.log(`  ${title}, dont :`);
  for (const { file, line, id, field, reason } of remarks)
    console.log(`    ${[`${file}:${line}`, id, field, reason].filter(Boolean).join(" · ")}`);
  console.log();
}
