import { useShop } from "#app/root-shop.ts";
import { useShopName } from "#app/shop-name.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/** The banner of a home page without slides: the shop's name as the page's heading, and its baseline. */
export function PlainBanner() {
  const name = useShopName();
  const baseline = useShop()?.baseline;
  return (
    <div className="plain-banner">
      <div className="wrap">
        <h1 className="plain-banner__name">{name}</h1>
        {baseline && <p>{baseline}</p>}
        <ButtonLink to="/boutique">Voir la boutique</ButtonLink>
      </div>
    </div>
  );
}
