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
  it("says nothing of a valid control", () => {
    expect(messageFor(control({ valid: true }, texts))).toBeNull();
  });

  it("takes the control's own words", () => {
    expect(messageFor(control({ valueMissing: true }, texts))).toBe(texts.missing);
    expect(messageFor(control({ typeMismatch: true }, texts))).toBe(texts.mismatch);
    expect(messageFor(control({ patternMismatch: true }, texts))).toBe(texts.mismatch);
    expect(messageFor(control({ tooShort: true }, texts))).toBe(texts.tooShort);
  });

  it("has words for a control without any", () => {
    for (const flags of [
      { valueMissing: true },
      { typeMismatch: true },
      { tooShort: true },
      { rangeOverflow: true },
    ]) {
      expect(messageFor(control(flags))).toMatch(/\.$/);
    }
  });

  it("repeats what a script found", () => {
    expect(messageFor(control({ customError: true }, texts, "Mot de passe non conforme"))).toBe(
      "Mot de passe non conforme",
    );
  });
});
