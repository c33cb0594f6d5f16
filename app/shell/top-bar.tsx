import { EmailLink, PhoneLink } from "#app/ui/contact-links.tsx";
import type { FrameShop } from "./frame-data.ts";

export function TopBar({ shop }: { shop: NonNullable<FrameShop> }) {
  return (
    <section className="topbar" aria-label="Nous joindre">
      <div className="wrap">
        <ul>
          <li>
            <PhoneLink phone={shop.phone} />
          </li>
        </ul>
        <ul>
          <li>
            <EmailLink email={shop.email} />
          </li>
        </ul>
      </div>
    </section>
  );
}
