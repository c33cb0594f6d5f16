import { expect, test } from "vitest";
import { isCommonPassword } from "./common-password.server.ts";

test.each([
  "password",
  "Password1",
  "P@ssw0rd",
  "P@ssw0rd!",
  "motdepasse",
  "MotDePasse123",
  "azertyuiop",
  "Azerty123!",
  "qwertyuiop",
  "12345678",
  "123456789",
  "87654321",
  "abcd1234",
  "11111111",
  "abababab",
  "aaaaaaaaaaaa",
  "Soleil2026!",
  "S0l3il75",
  "soleilsoleil",
  "doudou1234",
  "jetaime2024",
  "Iloveyou!!",
  "Bonjour1234",
  "Éclat2026",
  "123soleil",
  "19/05/1987",
  "1987-05-19",
  "marseille13",
  "Juillet2026",
  "nicolas69",
])("%s is common", (password) => expect(isCommonPassword(password)).toBe(true));

test.each([
  "Mot-de-passe-1",
  "Admin-Eclat-2026",
  "Cliente-Eclat-2026",
  "quatre chevaux bleus dansent",
  "xK9#mQ2$vL",
  "tartine-beurre-7",
  "le soleil se leve",
  "mieux vaut tard",
  "0612345678aB",
])("%s is not common", (password) => expect(isCommonPassword(password)).toBe(false));

test("a password made of the account's own name or address is common", () => {
  const owner = { name: "Ondine Kerbrat", email: "kerbrat.ondine@exemple.fr" };
  for (const password of ["Kerbrat29", "ondine2026!", "kerbratondine1", "OndineKerbrat"])
    expect(isCommonPassword(password, owner), password).toBe(true);
  expect(isCommonPassword("Kerbrat29", { name: "Ada", email: "ada@exemple.fr" })).toBe(false);
});
