import { EmailLink, PhoneLink } from "#app/ui/contact-links.tsx";
import type { FrameShop } from "./frame-data.ts";

export function TopBar({ shop }: { shop: NonNullable<FrameShop> }) {
  if (!shop.phone && !shop.email) return null;
  return (
    <section className="topbar" aria-label="Nous joindre">
      <div className="wrap">
        <ul>
          <li>{shop.phone && <PhoneLink phone={shop.phone} />}</li>
        </ul>
        <ul>
          <li>{shop.email && <EmailLink email={shop.email} />}</li>
        </ul>
      </div>
    </section>
  );
}
