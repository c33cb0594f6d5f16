import { describe, expect, it } from "vitest";
import { messageFor } from "./use-field-errors.ts";

function control(
  flags: Partial<ValidityState>,
  dataset: DOMStringMap = {},
  validationMessage = "",
) {
  return { validity: { valid: false, ...flags } as ValidityState, dataset, validationMessage };
}

const texts = {
  missing: "Indiquez votre e-mail.",
  mismatch: "Il manque l’arobase.",
  tooShort: "Trop court.",
};

describe("messageFor", () => {
  it("returns null for a valid control", () => {
    expect(messageFor(control({ valid: true }, texts))).toBeNull();
  });

  it("uses the control's own messages", () => {
    expect(messageFor(control({ valueMissing: true }, texts))).toBe(texts.missing);
    expect(messageFor(control({ typeMismatch: true }, texts))).toBe(texts.mismatch);
    expect(messageFor(control({ patternMismatch: true }, texts))).toBe(texts.mismatch);
    expect(messageFor(control({ tooShort: true }, texts))).toBe(texts.tooShort);
  });

  it("returns a default message for a control without own messages", () => {
    for (const flags of [
      { valueMissing: true },
      { typeMismatch: true },
      { tooShort: true },
      { rangeOverflow: true },
    ]) {
      expect(messageFor(control(flags))).toMatch(/\.$/);
    }
  });

  it("returns the message of setCustomValidity", () => {
    expect(messageFor(control({ customError: true }, texts, "Mot de passe non conforme"))).toBe(
      "Mot de passe non conforme",
    );
  });
});
