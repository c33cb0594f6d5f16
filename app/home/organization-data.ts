import type { MetaDescriptor } from "react-router";
import { jsonLd } from "#app/platform/structured-data.tsx";
import type { RootData } from "#app/root.tsx";

/** The Schema.org description of the shop (OnlineStore) for the home page, without properties that have no value. */
export function organizationJsonLd(shop: RootData["shop"], baseUrl: string): MetaDescriptor {
  const { legalName, address, vatNumber, phone, email, socialLinks } = shop;
  return jsonLd("OnlineStore", {
    name: "Éclat",
    url: `${baseUrl}/`,
    logo: `${baseUrl}/favicon.svg`,
    image: `${baseUrl}/og.jpg`,
    ...(legalName && { legalName }),
    ...(address && { address }),
    ...(vatNumber && { vatID: vatNumber }),
    telephone: phone,
    email,
    ...(socialLinks.length > 0 && { sameAs: socialLinks }),
  });
}
