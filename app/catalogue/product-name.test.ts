import { expect, test } from "vitest";
import { cardName, displayName, tableName, typeset } from "./product-name.ts";

test("a name is capitalised and typeset", () => {
  expect(displayName("élixir d'orient")).toBe("Élixir d’orient");
  expect(displayName("crème solaire visage spf 50+")).toBe("Crème solaire visage SPF 50+");
});

test("a card cuts a name after 25 characters", () => {
  expect(cardName("lait corps fleur de tiaré")).toBe("Lait corps fleur de tiaré");
  expect(cardName("baume à lèvres teinté figue")).toBe("Baume à lèvres teinté fig…");
  expect(cardName("crème hydratante rose et lin")).toBe("Crème hydratante rose et…");
});

test("the administrators' table cuts a name after 20 characters (specification §9)", () => {
  expect(tableName("brume visage tilleul")).toBe("Brume visage tilleul");
  expect(tableName("eau micellaire au bleuet")).toBe("Eau micellaire au bl…");
});

test("no-break spaces stand before high punctuation and inside guillemets", () => {
  expect(typeset("Vraiment ? Oui : « voilà ! »")).toBe(
    "Vraiment\u202f? Oui\u00a0: «\u00a0voilà\u202f!\u00a0»",
  );
});
