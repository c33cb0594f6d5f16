import { copyFiles } from "#app/media/copy-files.server.ts";
import { diskStorage } from "#app/media/storage.server.ts";
import { ConfigError } from "#app/platform/config.server.ts";
import { withShop } from "./with-shop.ts";

/**
 * npm run files:to-s3
 * Copies the pictures of DATA_DIR/files into the bucket of the S3 settings, and reads each back to compare. The shop may be
 * running; a second run copies the pictures added since. Files on disk are kept.
 */
await withShop(async ({ config, db, storage }) => {
  if (!config.s3) throw new ConfigError("Réglez S3_ENDPOINT, S3_BUCKET et les clés d’abord.");
  const { copied, present, missing, different } = await copyFiles(
    db,
    diskStorage(`${config.dataDir}/files`),
    storage,
  );
  console.log(`\n  ${config.s3.endpoint}/${config.s3.bucket}`);
  console.log(`    ${copied} fichiers copiés et relus, ${present} déjà là\n`);
  for (const path of missing) console.log(`  Image absente de DATA_DIR : ${path}`);
  for (const path of different) console.log(`  Relu autrement qu’écrit : ${path}`);
  if (different.length > 0)
    throw new ConfigError("Recommencez : des fichiers ont changé en route.");
});
