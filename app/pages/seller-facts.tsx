import type { Shop } from "#app/settings/shop.ts";
import { dialledPhone } from "#app/ui/phone-schema.ts";

/** The sentence of a shop exempt from VAT: the setting, or that of article 293 B of the CGI. */
export const exemptionOf = ({ vatMention }: Shop): string =>
  vatMention || "TVA non applicable, article 293 B du Code général des impôts";

/** The seller's identity from the settings. Empty settings are left out. */
export function Seller({ shop }: { shop: Shop }) {
  const { legalName, address, registration, siren, vatNumber, vatExempt, phone, email } = shop;
  const { director, responsiblePerson, eprNumber, eprOther } = shop;
  const facts = [
    ["Nom", legalName],
    ["Adresse", address],
    ["Immatriculation", registration],
    ["SIREN", siren],
    ["Numéro de TVA", vatNumber],
    ["TVA", vatExempt ? exemptionOf(shop) : ""],
    ["Direction de la publication", director],
    ["Personne responsable des cosmétiques", responsiblePerson],
    ["Identifiant unique REP (emballages)", eprNumber],
    ["Identifiants uniques REP (autres filières)", eprOther],
  ];
  return (
    <dl className="legal__facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      {phone && (
        <div>
          <dt>Téléphone</dt>
          <dd>
            <a className="link" href={`tel:${dialledPhone(phone)}`}>
              {phone}
            </a>
          </dd>
        </div>
      )}
      {email && (
        <div>
          <dt>E-mail</dt>
          <dd>
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
          </dd>
        </div>
      )}
    </dl>
  );
}
