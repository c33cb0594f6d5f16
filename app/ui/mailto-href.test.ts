import { describe, expect, it } from "vitest";
import { mailtoHref } from "./mailto-href.ts";

describe("mailtoHref", () => {
  it("contains address and subject", () => {
    expect(mailtoHref("s.delmas@alba.example")).toBe("mailto:s.delmas@alba.example");
    expect(mailtoHref("s.delmas@alba.example", "Re : Échantillons & tarif, 50 % ?")).toBe(
      "mailto:s.delmas@alba.example?subject=Re%20%3A%20%C3%89chantillons%20%26%20tarif%2C%2050%20%25%20%3F",
    );
  });

  it("escapes both, so that they add no recipients or header fields", () => {
    expect(mailtoHref("a@b.fr?bcc=c@d.fr,e@f.fr", "Bonjour&bcc=c@d.fr\r\nBcc: c@d.fr")).toBe(
      "mailto:a@b.fr%3Fbcc%3Dc@d.fr%2Ce@f.fr?subject=Bonjour%26bcc%3Dc%40d.fr%0D%0ABcc%3A%20c%40d.fr",
    );
  });
});
