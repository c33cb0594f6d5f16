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

describe("a shop that others reach", () => {
  it.each([
    ["PAYPAL_CLIENT_ID", { PAYPAL_CLIENT_ID: "", PAYPAL_CLIENT_SECRET: "" }],
    ["SHOP_LEGAL_NAME", { SHOP_LEGAL_NAME: "" }],
    ["SHOP_ADDRESS", { SHOP_ADDRESS: "" }],
    ["SHOP_SIREN", { SHOP_SIREN: "" }],
    ["SHOP_VAT_NUMBER", { SHOP_VAT_NUMBER: "" }],
    ["SHOP_PHONE", { SHOP_PHONE: "" }],
    ["SHOP_EMAIL", { SHOP_EMAIL: "" }],
  ])("doesn't open without %s, and says how it may be tried out", (name, without) => {
    const open = () => readConfig({ ...real, ...without });
    expect(open).toThrow(ConfigError);
    expect(open).toThrow(new RegExp(`^${name} .*DEMO=1`));
  });

  it("is one whatever makes it so", () => {
    expect(() => readConfig({ ...secret, HOST: "0.0.0.0" })).toThrow(/^PAYPAL_CLIENT_ID/);
    const database = { ...reached, DATABASE_URL: "postgres://eclat:x@localhost/eclat" };
    expect(() => readConfig(database)).toThrow(/^PAYPAL_CLIENT_ID/);
  });

  it("opens with them, with or without VAT, and as a demo", () => {
    expect(readConfig(real)).toMatchObject({
      demo: false,
      paypal: { clientId: "boutique" },
      fixed: { contact: { phone: "04 12 34 56 78" }, mails: {} },
    });
    const exempt = { ...real, SHOP_VAT_NUMBER: "", SHOP_VAT_EXEMPT: "1" };
    expect(readConfig(exempt).fixed.legal).toMatchObject({ vatExempt: true });
    expect(readConfig({ ...reached, DEMO: "1" })).toMatchObject({ demo: true, paypal: null });
  });
});

it("on this machine alone, an empty shop may be tried out with the simulator", () => {
  expect(readConfig({ ...secret, DEMO: "0" })).toMatchObject({ demo: false, paypal: null });
});

it("lets one address have 200 live streams open, or as many as it is told", () => {
  expect(readConfig(secret).streamsPerAddress).toBe(200);
  expect(readConfig({ ...secret, LIVE_STREAMS_PER_ADDRESS: "" }).streamsPerAddress).toBe(200);
  expect(readConfig({ ...secret, LIVE_STREAMS_PER_ADDRESS: "7" }).streamsPerAddress).toBe(7);
});
