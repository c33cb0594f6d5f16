import { parseArgs } from "node:util";
import { recordProof } from "#app/opening/proofs.server.ts";
import { ConfigError } from "#app/platform/config.server.ts";
import { connect } from "#app/platform/db.server.ts";
import { writeBackup } from "../server/backup/write-backup.ts";
import { exitWithError, withServer } from "./with-shop.ts";

/** PostgreSQL's codes. */
const READ_ONLY = "25006";
const NO_TABLE = "42P01";

/**
 * npm run backup -- fichier
 * Writes the whole shop, tables and pictures as of one snapshot, into one file. The shop may be running or not.
 */
const [
  file = exitWithError(
    "Indiquez le fichier : npm run backup -- /sauvegardes/eclat-2026-11-21.backup",
  ),
] = parseArgs({ allowPositionals: true }).positionals;

await withServer(async (server) => {
  const outcome = await writeBackup(server, file);
  switch (outcome.kind) {
    case "exists":
      throw new ConfigError(`${file} existe déjà : choisissez un autre nom.`);
    case "busy":
      throw new ConfigError("Une autre sauvegarde est en cours : attendez qu’elle finisse.");
    case "no-shop":
      throw new ConfigError("Cette base n’a jamais été celle d’une boutique.");
    case "written": {
      await noteBackup(server.url);
      const { rows, files, bytes, missing } = outcome;
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      console.log(`\n  ${file}`);
      console.log(`    ${Object.keys(rows).length} tables, ${total} lignes, ${files} fichiers`);
      console.log(`    ${(bytes / 1_048_576).toFixed(1)} Mio\n`);
      for (const path of missing) console.log(`  Image absente de la boutique : ${path}`);
      if (files === 0 && missing.length > 0)
        throw new ConfigError(
          "Aucune image n’est là où les réglages le disent (DATA_DIR, S3_…) : cette sauvegarde n’en contient pas.",
        );
    }
  }
});

/** /admin/ouverture shows when the last backup was made. A standby server, or a shop of an earlier version, can't note it. */
async function noteBackup(url: string): Promise<void> {
  const { sql, db } = connect(url, { max: 1 });
  await recordProof(db, "backup").catch((error: unknown) => {
    const { code } = (error as { cause?: { code?: string } }).cause ?? {};
    if (code !== READ_ONLY && code !== NO_TABLE) throw error;
  });
  await sql.end();
}
