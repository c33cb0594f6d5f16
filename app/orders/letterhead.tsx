import { useRouteLoaderData } from "react-router";
import { useShopName } from "#app/platform/shop-name.ts";
import type { RootData } from "#app/root.tsx";

/** The shop's name, address, telephone and e-mail, for printed pages. */
export function Letterhead() {
  const shop = useRouteLoaderData<RootData>("root")?.shop;
  const name = useShopName();
  const logo = shop?.look?.logo;
  return (
    <div className="letterhead">
      {logo ? (
        // Not in the style sheet, as in the header: browsers leave backgrounds out when they print.
        <img src={`/media/${logo.path}`} width={logo.width} height={logo.height} alt={name} />
      ) : (
        <span className="logo">{name}</span>
      )}
      <p className="soft">
        {shop?.address}
        {shop?.address && <br />}
        {shop && `${shop.phone}, ${shop.email}`}
      </p>
    </div>
  );
}
