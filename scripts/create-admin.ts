import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { makeAdministrator } from "#app/accounts/administrators.server.ts";
import { email as emailSchema } from "#app/accounts/sign-in-schema.ts";
import { ConfigError } from "#app/platform/config.server.ts";
import { exitWithError, withShop } from "./with-shop.ts";

/**
 * npm run admin:create -- --email vous@exemple.fr [--name "Votre nom"] [--promote]
 * Creates an administrator's account; --promote makes an existing account an administrator. The shop may be running or not.
 */
const { values } = parseArgs({
  options: { email: { type: "string" }, name: { type: "string" }, promote: { type: "boolean" } },
});
const address = emailSchema.safeParse(values.email);
if (!address.success)
  exitWithError(
    `${address.error.issues[0]!.message} npm run admin:create -- --email vous@exemple.fr`,
  );
const email = address.data;

await withShop(async ({ db, auth }) => {
  const password = randomBytes(12).toString("base64url");
  const outcome = await makeAdministrator(db, auth, {
    email,
    name: values.name ?? "Administratrice",
    password,
    mayPromote: values.promote ?? false,
  });
  if (outcome.kind === "taken") {
    throw new ConfigError(
      `${email} a déjà un compte. S’il est bien à vous : npm run admin:create -- --email ${email} --promote`,
    );
  }
  console.log(
    outcome.kind === "created"
      ? `\n  Compte administrateur créé.\n    adresse       ${email}\n    mot de passe  ${password}\n`
      : `\n  ${email} est maintenant administrateur, avec son mot de passe actuel.\n`,
  );
});
