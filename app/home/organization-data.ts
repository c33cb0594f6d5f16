import type { MetaDescriptor } from "react-router";
import { jsonLd } from "#app/platform/structured-data.tsx";
import type { Shop } from "#app/settings/shop.ts";

/** The Schema.org description of the shop (OnlineStore) for the home page, without properties that have no value. */
export function organizationJsonLd(shop: Shop, baseUrl: string): MetaDescriptor {
  const { name, look, legalName, address, vatNumber, phone, email, socialLinks } = shop;
  return jsonLd("OnlineStore", {
    name,
    url: `${baseUrl}/`,
    logo: baseUrl + (look?.logo ? `/media/${look.logo.path}` : (look?.icon ?? "/favicon.svg")),
    image: baseUrl + (look?.picture ?? "/og.jpg"),
    ...(legalName && { legalName }),
    ...(address && { address }),
    ...(vatNumber && { vatID: vatNumber }),
    telephone: phone,
    email,
    ...(socialLinks.length > 0 && { sameAs: socialLinks }),
  });
}
