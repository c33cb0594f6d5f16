import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { makeAdministrator } from "#app/accounts/administrators.server.ts";
import { createAuth } from "#app/accounts/auth.server.ts";
import { ConfigError, readConfig } from "#app/platform/config.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { openDatabase } from "../server/database.ts";
import { runningUrl } from "../server/postgres.ts";

/**
 * npm run admin:create -- --email vous@exemple.fr [--name "Votre nom"]
 * Makes an administrator, or makes one of an existing account. The shop may be running or not.
 */
const ends: (() => Promise<void>)[] = [];
try {
  const { values } = parseArgs({
    options: { email: { type: "string" }, name: { type: "string" }, promote: { type: "boolean" } },
  });
  if (!values.email?.includes("@"))
    throw new ConfigError("Indiquez l’adresse : npm run admin:create -- --email vous@exemple.fr");
  const config = readConfig(process.env);
  // A running shop's database is used as it runs; otherwise it is started for this moment.
  const url = config.databaseUrl ? null : runningUrl(config.dataDir);
  const database = await openDatabase(
    url ? { ...config, databaseUrl: url } : config,
    createLog("warn"),
    (end) => ends.unshift(end),
  );
  const password = randomBytes(12).toString("base64url");
  const outcome = await makeAdministrator(database.db, createAuth(database.db, config), {
    email: values.email.trim().toLowerCase(),
    name: values.name ?? "Administratrice",
    password,
    mayPromote: values.promote ?? false,
  });
  if (outcome.kind === "taken") {
    throw new ConfigError(
      `${values.email} a déjà un compte. S’il est bien à vous : npm run admin:create -- --email ${values.email} --promote`,
    );
  }
  console.log(
    outcome.kind === "created"
      ? `\n  Compte administrateur créé.\n    adresse       ${values.email}\n    mot de passe  ${password}\n`
      : `\n  ${values.email} est maintenant administrateur, avec son mot de passe actuel.\n`,
  );
  for (const end of ends) await end();
  process.exit(0);
} catch (error) {
  console.error(error instanceof ConfigError ? `\n${error.message}\n` : error);
  for (const end of ends) await end();
  process.exit(1);
}
