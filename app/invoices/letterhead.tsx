import { useShop } from "#app/root-shop.ts";
import { useShopName } from "#app/shop-name.ts";

/** The shop's name, address, telephone and e-mail, for printed pages. */
export function Letterhead() {
  const shop = useShop();
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
        <span>{shop && `${shop.phone}, ${shop.email}`}</span>
      </p>
    </div>
  );
}
