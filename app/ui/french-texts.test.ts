import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const APP = join(import.meta.dirname, "..");
/** A plain space before : ; ! ? » or after «, or a straight apostrophe between letters. */
const FAULT = /[\p{L}\d»)] [:;!?»](?!\S)|« |\p{L}'\p{L}/u;

/** The string literals, template texts and JSX texts of a source file. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== "object" || node === null) return [];
  const { type, value } = node as { type?: string; value?: unknown };
  if (type === "ImportDeclaration") return [];
  if ((type === "Literal" || type === "JSXText") && typeof value === "string") return [value];
  if (type === "TemplateElement") return [(value as { cooked: string }).cooked];
  return Object.values(node).flatMap(textsOf);
}

/** Folders without French texts, or with those of file formats. */
const WITHOUT_TEXTS = /^(?:documents|media|platform|payments\/simulator)\/|^[^/]+$/;
/** Quoted by the specification, to the letter; and text that is no French. */
const AS_SPECIFIED = new Set([
  "Erreur d'envoie",
  "Une erreur s'est produite",
  "Une erreur s'est produite&nbsp;: paiement en cours de vérification",
  "Favori ajouté avec succès !",
  "Favori supprimé avec succès !",
  "Voulez-vous vraiment supprimer ?",
  "Produits de traitement de l'acné",
  "Code 128 B has no «",
  "PayPal refused the shop's credentials (",
]);

test("French texts have no-break spaces and ’", () => {
  const files = globSync("**/!(*.test).{ts,tsx}", { cwd: APP }).filter(
    (file) => !WITHOUT_TEXTS.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const faults = files.flatMap((file) =>
    textsOf(parseSync(file, readFileSync(join(APP, file), "utf8")).program)
      .filter((text) => FAULT.test(text) && !AS_SPECIFIED.has(text.trim()))
      .map((text) => `${file}: ${text.trim()}`),
  );
  expect(faults).toEqual([]);
});
