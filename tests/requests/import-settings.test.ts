import { expect, test } from "vitest";
import { importDocuments } from "#app/documents/import.server.ts";
import { openDocumentsFolder, readDocuments } from "../support/documents.ts";
import { openShop } from "../support/shop.ts";

const { at, options, reportFile, write } = openDocumentsFolder();
const shop = await openShop();

const pages = { about: "", questions: [], clauses: "" };
const mails = { senderName: "", senderAddress: "", note: "À bientôt" };
const group = (id: unknown, value: unknown, version: unknown = 1) => ({
  id,
  version,
  value,
  updatedAt: 1_708_300_000_000,
});
const FAULTS: [document: unknown, field: string, reason: string][] = [
  [group("mails", mails, 2_147_483_648), "version", "99999999 au plus"],
  [group("mails", mails, 1.5), "version", "un nombre entier est attendu"],
  [group("mails", null), "value", "un objet est attendu"],
  [group("mails", [mails]), "value", "un objet est attendu"],
  [group({ toString: 1, valueOf: 1 }, mails), "id", "un identifiant est attendu"],
  [group("contact", {}), "value.phone", "Un numéro est attendu."],
  [
    group("pages", { ...pages, about: "[ici](javascript:alert(1))" }),
    "value.about",
    "Le lien «\u00a0javascript:alert(1)\u00a0» n’est pas permis",
  ],
  [
    group("pages", {
      ...pages,
      questions: [{ id: "a", question: "Où ?", answer: "[là](data:text/html,x)" }],
    }),
    "value.questions.0.answer",
    "n’est pas permis",
  ],
  [
    group("pages", { ...pages, clauses: "![x](https://autre.example/x.png)" }),
    "value.clauses",
    "n’est pas de la boutique",
  ],
];

test.each(FAULTS)("%j is refused with its reason, and nothing is written", async (...fault) => {
  const [document, field, reason] = fault;
  write("faulty", "settings.jsonl", [
    document,
    group("legal", shop.settings.current().groups.legal),
  ]);
  const outcome = await importDocuments(shop.db, shop.jobs, shop.storage, {
    ...options,
    folder: at("faulty"),
  });
  expect(outcome).toMatchObject({ kind: "refused", remarks: { refused: 1 } });
  const [remark] = readDocuments(reportFile);
  expect(remark).toMatchObject({ kind: "refused", file: "settings.jsonl", line: 1, field });
  expect(remark!["reason"]).toContain(reason);
  expect(await shop.sql`SELECT name FROM settings`).toEqual([]);
});

test("with `skipRefused`, the sound groups are imported, and the shop's form can save them again", async () => {
  write("mixed", "settings.jsonl", [
    FAULTS[2]![0],
    FAULTS[6]![0],
    group("mails", mails, 99_999_999),
  ]);
  const outcome = await importDocuments(shop.db, shop.jobs, shop.storage, {
    ...options,
    folder: at("mixed"),
    skipRefused: true,
  });
  expect(outcome).toMatchObject({ kind: "imported", counts: { settings: { read: 3, added: 1 } } });
  await expect.poll(() => shop.settings.current().groups.mails.note).toBe("À bientôt");
  const admin = await shop.customer({ isAdmin: true });
  const form = { ...mails, note: "À demain", version: "99999999" };
  expect((await admin.post("/admin/reglages/courriels", form)).status).toBe(200);
});
