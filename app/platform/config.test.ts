import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.server.ts";

const secret = { SESSION_SECRET: "x".repeat(64) };
const reached = { ...secret, BASE_URL: "https://www.ma-boutique.fr" };
const real = {
  ...reached,
  PAYPAL_CLIENT_ID: "boutique",
  PAYPAL_CLIENT_SECRET: "essai",
  SHOP_LEGAL_NAME: "Ma Boutique SARL",
  SHOP_ADDRESS: "14 rue des Lilas, 69003 Lyon",
  SHOP_SIREN: "123 456 782",
  SHOP_VAT_NUMBER: "FR32 123456782",
  SHOP_PHONE: "04 12 34 56 78",
  SHOP_EMAIL: "bonjour@ma-boutique.fr",
};

describe("a public shop", () => {
  it.each([
    ["PAYPAL_CLIENT_ID", { PAYPAL_CLIENT_ID: "", PAYPAL_CLIENT_SECRET: "" }],
    ["SHOP_LEGAL_NAME", { SHOP_LEGAL_NAME: "" }],
    ["SHOP_ADDRESS", { SHOP_ADDRESS: "" }],
    ["SHOP_SIREN", { SHOP_SIREN: "" }],
    ["SHOP_VAT_NUMBER", { SHOP_VAT_NUMBER: "" }],
    ["SHOP_PHONE", { SHOP_PHONE: "" }],
    ["SHOP_EMAIL", { SHOP_EMAIL: "" }],
  ])("is refused without %s; the error names DEMO=1", (name, without) => {
    const open = () => readConfig({ ...real, ...without });
    expect(open).toThrow(ConfigError);
    expect(open).toThrow(new RegExp(`^${name} .*DEMO=1`));
  });

  it("is public on all interfaces, or with a public BASE_URL and DATABASE_URL", () => {
    expect(() => readConfig({ ...secret, HOST: "0.0.0.0" })).toThrow(/^PAYPAL_CLIENT_ID/);
    const database = { ...reached, DATABASE_URL: "postgres://eclat:x@localhost/eclat" };
    expect(() => readConfig(database)).toThrow(/^PAYPAL_CLIENT_ID/);
  });

  it("starts with all required settings, with SHOP_VAT_EXEMPT instead of a VAT number, or with DEMO=1", () => {
    expect(readConfig(real)).toMatchObject({
      demo: false,
      paypal: { clientId: "boutique" },
      mailFrom: "Éclat <bonjour@ma-boutique.fr>",
      // Not the demo's values.
      shop: { phone: "04 12 34 56 78", socialLinks: [] },
    });
    const exempt = { ...real, SHOP_VAT_NUMBER: "", SHOP_VAT_EXEMPT: "1" };
    expect(readConfig(exempt).shop).toMatchObject({ vatNumber: "", vatExempt: true });
    expect(readConfig({ ...reached, DEMO: "1" })).toMatchObject({ demo: true, paypal: null });
  });
});

it("on loopback, DEMO=0 needs neither PayPal nor the seller's settings", () => {
  expect(readConfig({ ...secret, DEMO: "0" })).toMatchObject({ demo: false, paypal: null });
});

it("allows 200 live streams per client address by default, or the configured number", () => {
  expect(readConfig(secret).streamsPerAddress).toBe(200);
  expect(readConfig({ ...secret, LIVE_STREAMS_PER_ADDRESS: "" }).streamsPerAddress).toBe(200);
  expect(readConfig({ ...secret, LIVE_STREAMS_PER_ADDRESS: "7" }).streamsPerAddress).toBe(7);
});
