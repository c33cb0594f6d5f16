import { describe, expect, it } from "vitest";
import { parseForm } from "#app/platform/form.server.ts";
import { withdrawalForm } from "./withdrawal-schema.ts";

const valid = { name: "Claire Aubry", number: "7Q2M7Q2M7Q2M7Q2M", email: "claire@exemple.fr" };

function parse(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...valid, ...fields })) form.set(name, value);
  return parseForm(withdrawalForm, form);
}

it.each(["7q2m 7q2m\u00a07q2m 7q2m", " 7Q2M-7Q2M-7Q2M-7Q2M ", "7q2m7q2m\t7Q2M7q2m."])(
  "forgives spaces, case and punctuation of the number: « %s »",
  (number) => {
    expect(parse({ number })).toMatchObject({ ok: true, value: { number: valid.number } });
  },
);

describe("refuses", () => {
  it.each([
    ["no name", "name", "", "Indiquez votre nom."],
    ["a mail address as the name", "name", "gagnez@exemple.fr", "sans adresse ni lien"],
    ["a link as the name", "name", "Voir https://exemple.fr", "sans adresse ni lien"],
    ["a host as the name", "name", "www.exemple", "sans adresse ni lien"],
    ["a domain as the name", "name", "Allez sur exemple.fr", "sans adresse ni lien"],
    ["a domain with another full stop", "name", "exemple。fr", "sans adresse ni lien"],
    ["10,000 characters", "name", "a".repeat(10_000), "200 caractères au plus."],
    ["no number", "number", " \u00a0", "Indiquez le numéro de livraison."],
    ["an invoice's number", "number", "F-2026-000001-000002-000003", "16 lettres et chiffres"],
    ["another alphabet", "number", "７Q2M7Q2M7Q2M7Q2M", "16 lettres et chiffres"],
    ["10,000 digits", "number", "1".repeat(10_000), "16 lettres et chiffres"],
    ["no address", "email", "", "Indiquez l’e-mail"],
    ["an incomplete address", "email", "claire@exemple", "ne semble pas complet"],
    ["two addresses", "email", "a@b.fr, c@d.fr", "ne semble pas complet"],
    ["a long address", "email", `${"a".repeat(10_000)}@b.fr`, "254 caractères au plus."],
    ["long articles", "articles", "a".repeat(10_000), "500 caractères au plus."],
    ["a link among the articles", "articles", "La crème\nexemple.com/gain", "sans adresse ni lien"],
  ])("%s, with a sentence for its field", (_what, field, value, message) => {
    const parsed = parse({ [field]: value });
    expect(parsed.ok ? {} : parsed.errors).toEqual({ [field]: expect.stringContaining(message) });
  });
});

it.each(["J. P. Martin", "Éléonore d’Aubigné-Loiseau", "O'Neil, Anne", "李 明", "M. Dupont"])(
  "accepts the name « %s »",
  (name) => {
    expect(parse({ name })).toMatchObject({ ok: true, value: { name } });
  },
);
