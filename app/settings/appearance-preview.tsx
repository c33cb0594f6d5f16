import { useEffect, useRef } from "react";
import { useShopName } from "#app/shop-name.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { classes } from "#app/ui/classes.ts";
import { coloursOf, INITIAL_APPEARANCE, nearestAccent, readColour } from "#app/ui/colour-schema.ts";
import { Icon } from "#app/ui/icon.tsx";
import { formatPrice } from "#app/ui/price.ts";
import { paletteOf } from "./accent-field.tsx";
import type { Draft } from "./settings-group.ts";

/** A miniature of the shop with the unsaved colours. Nothing in it can be focused. */
export function AppearancePreview({ draft }: { draft: Draft }) {
  const name = useShopName();
  const sheet = useRef<HTMLDivElement>(null);
  const palette = paletteOf(draft);
  const typed = readColour(draft["accent"]!) ?? INITIAL_APPEARANCE.accent;
  // An accent with too little contrast would be unreadable in the preview, too.
  const accent = nearestAccent({ accent: typed, palette });
  const logo = draft["logo"];
  useEffect(() => {
    // Set by script, because the content security policy forbids style attributes.
    for (const [token, colour] of Object.entries(coloursOf({ accent, palette })))
      sheet.current?.style.setProperty(`--${token}`, colour);
  }, [accent, palette]);
  return (
    <Panel
      id="apercu"
      title="Aperçu"
      aside={<span className="hint">Avant d’enregistrer</span>}
      className="needs-js"
    >
      <div
        className="look"
        ref={sheet}
        role="img"
        aria-label="Aperçu de la boutique avec ces couleurs&nbsp;: en-tête, produit, bouton, texte et pied de page"
      >
        <div className="look__top">Livraison offerte</div>
        <div className="look__head">
          <span className="look__nav">Boutique</span>
          <span className={classes("logo", name.length > 8 && "look__name")}>
            {logo ? <img src={`/media/${logo}`} alt="" /> : <span>{name}</span>}
          </span>
          <span className="look__bag">
            <Icon name="shopping-bag" size={24} />
            <span className="badge">2</span>
          </span>
        </div>
        <div className="look__body">
          <div className="look__picture">
            <Icon name="image" size={24} />
          </div>
          <div className="look__text">
            <span className="label">Soins de la peau</span>
            <b className="h3">Crème de jour</b>
            <span className="look__price">{formatPrice(3_400)}</span>
            <span className="soft">Une texture fondante, pour tous les jours.</span>
            <span className="look__acts">
              <span className="btn">Ajouter au panier</span>
              <span className="link">Voir la composition</span>
            </span>
          </div>
        </div>
        <div className="look__foot">
          <span>{name}</span>
          <span>Mentions légales</span>
        </div>
      </div>
    </Panel>
  );
}
