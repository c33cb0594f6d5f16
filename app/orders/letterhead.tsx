import { useRouteLoaderData } from "react-router";
import { useShopName } from "#app/platform/shop-name.ts";
import type { RootData } from "#app/root.tsx";

/** The shop's name, address, telephone and e-mail, for printed pages. */
export function Letterhead() {
  const shop = useRouteLoaderData<RootData>("root")?.shop;
  return (
    <div className="letterhead">
      <span className="logo">{useShopName()}</span>
      <p className="soft">
        {shop?.address}
        {shop?.address && <br />}
        {shop && `${shop.phone}, ${shop.email}`}
      </p>
    </div>
  );
}
