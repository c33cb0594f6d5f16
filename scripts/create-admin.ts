import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { makeAdministrator } from "#app/accounts/administrators.server.ts";
import { ConfigError } from "#app/platform/config.server.ts";
import { withShop } from "./with-shop.ts";

/**
 * npm run admin:create -- --email vous@exemple.fr [--name "Votre nom"]
 * Makes an administrator, or makes one of an existing account. The shop may be running or not.
 */
await withShop(async ({ db, auth }) => {
  const { values } = parseArgs({
    options: { email: { type: "string" }, name: { type: "string" }, promote: { type: "boolean" } },
  });
  if (!values.email?.includes("@"))
    throw new ConfigError("Indiquez l’adresse : npm run admin:create -- --email vous@exemple.fr");
  const password = randomBytes(12).toString("base64url");
  const outcome = await makeAdministrator(db, auth, {
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
});
