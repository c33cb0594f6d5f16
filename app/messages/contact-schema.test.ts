import { describe, expect, it } from "vitest";
import { parseForm } from "#app/platform/form.server.ts";
import { contactForm } from "./contact-schema.ts";

const valid = {
  name: " Claire Aubry ",
  email: "claire@exemple.fr",
  title: "Flacon abîmé",
  message: "Bonjour,\r\nle flacon est fendu.",
};

function parse(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...valid, ...fields })) form.set(name, value);
  return parseForm(contactForm, form);
}

describe("contactForm", () => {
  it("needs neither phone nor company, and keeps the message's lines", () => {
    expect(parse({})).toEqual({
      ok: true,
      value: {
        name: "Claire Aubry",
        email: "claire@exemple.fr",
        phoneNumber: "",
        company: "",
        title: "Flacon abîmé",
        message: "Bonjour,\nle flacon est fendu.",
      },
    });
  });

  it.each(["name", "company", "title"])("replaces line breaks in %s with a space", (field) => {
    expect(parse({ [field]: "Bonjour\r\nBcc: tous@exemple.fr\u2028\u0000" })).toMatchObject({
      ok: true,
      value: { [field]: "Bonjour Bcc: tous@exemple.fr" },
    });
  });

  it("removes control characters except tab and line feed from the message", () => {
    expect(parse({ message: "a\u0000b\tc\u0007" })).toMatchObject({ value: { message: "ab\tc" } });
  });

  const refused: [string, Record<string, string>, string][] = [
    ["a missing name", { name: " \n " }, "Indiquez votre nom."],
    ["a missing e-mail", { email: "" }, "Indiquez votre e-mail."],
    ["an incomplete e-mail", { email: "claire@exemple" }, "Cet e-mail ne semble pas complet"],
    [
      "an e-mail with a line break (header injection)",
      { email: "a@b.fr\r\nBcc: c@d.fr" },
      "Cet e-mail ne semble pas complet",
    ],
    ["a phone number of letters", { phoneNumber: "appelez" }, "Ce numéro ne semble pas complet"],
    ["a missing subject", { title: "" }, "Indiquez le sujet de votre message."],
    ["a missing message", { message: "\r\n" }, "Écrivez votre message."],
    ["a subject that is too long", { title: "a".repeat(151) }, "150 caractères au plus."],
    ["a message that is too long", { message: "a".repeat(5_001) }, "5000 caractères au plus."],
    ["a company that is too long", { company: "a".repeat(201) }, "200 caractères au plus."],
  ];

  it.each(refused)(
    "refuses %s, with the error at its field and the typed values",
    (_title, fields, message) => {
      const parsed = parse(fields);
      const [field = ""] = Object.keys(fields);
      expect(parsed).toMatchObject({ ok: false, values: { ...valid, ...fields } });
      expect(parsed.ok ? "" : parsed.errors[field]).toContain(message);
    },
  );
});
