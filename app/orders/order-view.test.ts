import { describe, expect, it } from "vitest";
import {
  articleCountText,
  deliveryNumber,
  isToPay,
  shippingPeriodFromToday,
} from "./order-view.ts";

describe("deliveryNumber", () => {
  it("starts at the id's 11th character, in capitals", () => {
    expect(deliveryNumber("01K8ABCDEF3wpw70chxngd8ncm")).toBe("3WPW70CHXNGD8NCM");
  });
});

describe("shippingPeriodFromToday", () => {
  it("is from today to today plus 4 days, in Paris", () => {
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

describe("isToPay", () => {
  it("is true for an unpaid online order only", () => {
    expect(
      isToPay({ isPaid: false, paymentMethod: "Paiement securisé en ligne", cancelledAt: null }),
    ).toBe(true);
    expect(
      isToPay({ isPaid: true, paymentMethod: "Paiement securisé en ligne", cancelledAt: null }),
    ).toBe(false);
    expect(
      isToPay({ isPaid: false, paymentMethod: "Paiement à la livraison", cancelledAt: null }),
    ).toBe(false);
  });
});

describe("articleCountText", () => {
  it("counts quantities, not lines", () => {
    expect(articleCountText([{ quantity: 2 }, { quantity: 1 }])).toBe("3 articles");
    expect(articleCountText([{ quantity: 1 }])).toBe("1 article");
  });
});
