import { Icon } from "#app/ui/icon.tsx";
import type { FrameShop } from "./frame-data.ts";
import { telephoneHref } from "#app/platform/telephone-href.ts";

export function TopBar({ shop }: { shop: NonNullable<FrameShop> }) {
  return (
    <section className="topbar" aria-label="Nous joindre">
      <div className="wrap">
        <ul>
          <li>
            <a href={telephoneHref(shop.phone)}>
              <Icon name="phone" />
              {shop.phone}
            </a>
          </li>
        </ul>
        <ul>
          <li>
            <a href={`mailto:${shop.email}`}>
              <Icon name="mail" />
              {shop.email}
            </a>
          </li>
        </ul>
      </div>
    </section>
  );
}
