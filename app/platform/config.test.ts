import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.server.ts";
import { mayBeOpen } from "./shop-open.server.ts";

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
    ["without PayPal", { PAYPAL_CLIENT_ID: "", PAYPAL_CLIENT_SECRET: "" }, false],
    ["without who sells", { SHOP_LEGAL_NAME: "", SHOP_ADDRESS: "", SHOP_SIREN: "" }, true],
    ["without VAT", { SHOP_VAT_NUMBER: "" }, true],
    ["without how to reach it", { SHOP_PHONE: "", SHOP_EMAIL: "" }, true],
  ])("starts %s: /admin/ouverture asks for it", (_what, without, mayOpen) => {
    const config = readConfig({ ...real, ...without });
    expect(config).toMatchObject({ demo: false, isPublic: true });
    expect(mayBeOpen(config)).toBe(mayOpen);
  });

  it("is never open while its payments are simulated, whatever makes it public", () => {
    expect(mayBeOpen(readConfig({ ...secret, HOST: "0.0.0.0", DEMO: "0" }))).toBe(false);
    const database = { ...reached, DATABASE_URL: "postgres://eclat:x@localhost/eclat" };
    expect(mayBeOpen(readConfig(database))).toBe(false);
    expect(mayBeOpen(readConfig({ ...reached, DEMO: "0" }))).toBe(false);
    // On this machine alone the simulator is for trying the shop out.
    expect(mayBeOpen(readConfig({ ...secret, DEMO: "0" }))).toBe(true);
  });

  it("is configured with its settings, with or without VAT, or as a demo", () => {
    expect(readConfig(real)).toMatchObject({
      demo: false,
      paypal: { clientId: "boutique" },
      fixed: { contact: { phone: "04 12 34 56 78" }, mails: {} },
    });
    const exempt = { ...real, SHOP_VAT_NUMBER: "", SHOP_VAT_EXEMPT: "1" };
    expect(readConfig(exempt).fixed.legal).toMatchObject({ vatExempt: true });
    const demo = readConfig({ ...reached, DEMO: "1" });
    expect(demo).toMatchObject({ demo: true, paypal: null });
    expect(mayBeOpen(demo)).toBe(true);
  });

  it("names both PayPal settings when one is missing", () => {
    expect(() => readConfig({ ...real, PAYPAL_CLIENT_SECRET: "" })).toThrow(ConfigError);
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
