import { describe, expect, it } from "vitest";
import {
  articleCount,
  deliveryNumber,
  frenchDate,
  frenchMoment,
  frenchMonth,
  frenchPeriod,
  isToPay,
  shippingPeriodFromToday,
} from "./order-view.ts";

describe("deliveryNumber", () => {
  it("starts at the id's 11th character, in capitals", () => {
    expect(deliveryNumber("01K8ABCDEF3wpw70chxngd8ncm")).toBe("3WPW70CHXNGD8NCM");
  });
});

describe("dates, in Paris", () => {
  it("writes the long French format", () => {
    expect(frenchDate(new Date("2026-11-20T13:12:00Z"))).toBe("Vendredi 20 novembre 2026");
    expect(frenchDate(new Date("2026-02-01T12:00:00Z"))).toBe("Dimanche 1er février 2026");
  });

  it("is tomorrow in Paris before it is in Greenwich", () => {
    expect(frenchDate(new Date("2026-12-31T23:30:00Z"))).toBe("Vendredi 1er janvier 2027");
    expect(frenchDate(new Date("2026-07-14T22:30:00Z"))).toBe("Mercredi 15 juillet 2026");
  });

  it("writes moments and months", () => {
    const today = new Date("2026-11-21T12:00:00Z");
    expect(frenchMoment(new Date("2026-11-20T13:12:00Z"), today)).toBe("20 nov. 14:12");
    expect(frenchMoment(new Date("2025-07-01T22:05:00Z"), today)).toBe("2 juil. 2025 00:05");
    expect(frenchMonth(new Date("2024-02-19T12:00:00Z"))).toBe("février 2024");
  });

  it.each([
    ["2026-11-20", "2026-11-24", "du 20 au 24 novembre 2026"],
    ["2026-11-28", "2026-12-02", "du 28 novembre au 2 décembre 2026"],
    ["2026-12-30", "2027-01-03", "du 30 décembre 2026 au 3 janvier 2027"],
    ["2026-10-01", "2026-10-05", "du 1er au 5 octobre 2026"],
    ["2026-11-20", "2026-11-20", "le 20 novembre 2026"],
  ])("writes the period %s to %s as « %s »", (from, until, text) => {
    expect(frenchPeriod(from, until)).toBe(text);
  });

  it("promises delivery from today to today plus 4 days", () => {
    expect(shippingPeriodFromToday(new Date("2026-11-20T10:00:00Z"))).toBe(
      "du 20 au 24 novembre 2026",
    );
    expect(shippingPeriodFromToday(new Date("2026-11-20T23:30:00Z"))).toBe(
      "du 21 au 25 novembre 2026",
    );
    expect(shippingPeriodFromToday(new Date("2028-02-26T10:00:00Z"))).toBe(
      "du 26 février au 1er mars 2028",
    );
  });
});

describe("what an order says", () => {
  it("is to pay online only", () => {
    expect(isToPay({ isPaid: false, paymentMethod: "Paiement securisé en ligne" })).toBe(true);
    expect(isToPay({ isPaid: true, paymentMethod: "Paiement securisé en ligne" })).toBe(false);
    expect(isToPay({ isPaid: false, paymentMethod: "Paiement à la livraison" })).toBe(false);
  });

  it("counts pieces, not lines", () => {
    expect(articleCount([{ quantity: 2 }, { quantity: 1 }])).toBe("3 articles");
    expect(articleCount([{ quantity: 1 }])).toBe("1 article");
  });
});
