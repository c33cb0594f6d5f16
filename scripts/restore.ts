import { parseArgs } from "node:util";
import { ConfigError } from "#app/platform/config.server.ts";
import { restoreBackup, type RestoreOutcome } from "../server/backup/restore-backup.ts";
import { exitWithError, withServer } from "./with-shop.ts";

/**
 * npm run restore -- fichier [--replace]
 * Restores a backup of this or an earlier version into an empty database, and migrates it to this version. `--replace`
 * deletes the existing shop first. No shop may be running on the database.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: "boolean", default: false } },
});
const [file = exitWithError("Indiquez le fichier : npm run restore -- /sauvegardes/eclat.backup")] =
  positionals;

await withServer(async (server) => {
  const outcome = await restoreBackup(server, file, values);
  if (outcome.kind !== "restored") throw new ConfigError(reasonOf(outcome));
  const total = Object.values(outcome.rows).reduce((sum, count) => sum + count, 0);
  console.log(`\n  La boutique est celle du ${outcome.createdAt}.`);
  console.log(`    ${total} lignes, ${outcome.files} fichiers\n`);
});

function reasonOf(outcome: Exclude<RestoreOutcome, { kind: "restored" }>): string {
  switch (outcome.kind) {
    case "no-file":
      return `${file} ne peut pas être lu.`;
    case "damaged":
      return `${file} n’est pas une sauvegarde entière (${outcome.reason}). Rien n’a été touché.`;
    case "newer":
      return `Cette sauvegarde vient d’une version plus récente de la boutique (${outcome.migration}). Installez-la d’abord.`;
    case "before-baseline":
      return "Cette sauvegarde vient d’une version antérieure à 0.1.0 : exportez ses documents avec cette version (npm run documents:export -- --to dossier), puis importez-les avec celle-ci dans un nouveau DATA_DIR (npm run documents:import -- --from dossier).";
    case "other-migration":
      return `La base en est à ${outcome.database}, la sauvegarde à ${outcome.backup} : donnez une base neuve (un nouveau DATA_DIR).`;
    case "in-use":
      return "Une boutique est ouverte sur cette base : arrêtez-la d’abord.";
    case "not-empty":
      return `La boutique n’est pas vide (${outcome.table}). Choisissez un nouveau DATA_DIR, ou remplacez-la avec --replace.`;
  }
}
