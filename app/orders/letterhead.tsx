import { useRouteLoaderData } from "react-router";
import { useShopName } from "#app/platform/shop-name.ts";
import type { RootData } from "#app/root.tsx";
import { logoClass, Wordmark } from "#app/ui/wordmark.tsx";

/** The shop's name, address, telephone and e-mail, for printed pages. */
export function Letterhead() {
  const shop = useRouteLoaderData<RootData>("root")?.shop;
  const name = useShopName();
  return (
    <div className="letterhead">
      <div className={logoClass(name)}>
        <Wordmark name={name} logo={shop?.look?.logo} />
      </div>
      <p className="soft">
        {shop?.address}
        {shop?.address && <br />}
        {shop && `${shop.phone}, ${shop.email}`}
      </p>
    </div>
  );
}
