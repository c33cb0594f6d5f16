import { ItemPanel } from "#app/settings/item-panel.tsx";
import type { SettingsFields } from "#app/settings/settings-fields.ts";
import { BUILT_IN_PICTURES } from "./built-in-pictures.ts";
import { MOST_SLIDES, type Slide } from "./home-schema.ts";
import { missingProduct, type NamedProducts } from "./named-products.ts";
import { pictureSource, SlideFields } from "./slide-fields.tsx";

type SlidesEditorProps = {
  fields: SettingsFields;
  openId: string | null;
  onOpen: (id: string | null) => void;
  products: NamedProducts;
  isDemo: boolean;
  onProductName: (product: { id: string; name: string }) => void;
};

const BLANK: Omit<Slide, "id"> = {
  isShown: true,
  picture: "",
  focusX: 50,
  focusY: 50,
  alt: "",
  productId: "",
  productName: "",
  label: "",
  title: "",
  emphasis: "",
  text: "",
  action: "Découvrir",
  side: "left",
};

export function SlidesEditor({
  fields,
  openId,
  onOpen,
  products,
  isDemo,
  onProductName,
}: SlidesEditorProps) {
  return (
    <ItemPanel
      name="slides"
      title="Diapositives"
      noun="diapositive"
      most={MOST_SLIDES}
      blank={BLANK}
      fields={fields}
      hint={`${MOST_SLIDES} au plus. La première est celle que l’on voit en arrivant. Sans diapositive, l’accueil montre le nom de la boutique.`}
      opening={[openId, onOpen]}
      renderTitle={(slide: Slide, index) => (
        <SlideTitle
          slide={slide}
          place={index + 1}
          isUnshown={!isDemo && slide.picture in BUILT_IN_PICTURES}
          isIncomplete={missingProduct(slide, products) !== null}
        />
      )}
      renderBody={(slide: Slide, index, change) => (
        <SlideFields
          slide={slide}
          index={index}
          errors={fields.errors}
          products={products}
          isDemo={isDemo}
          onChange={change}
          onChooseProduct={(product) => {
            onProductName(product);
            change({ productId: product.id, productName: "" });
          }}
        />
      )}
    />
  );
}

type SlideTitleProps = {
  slide: Slide;
  place: number;
  /** The slide is not shown, because its picture is the demo's. */
  isUnshown: boolean;
  isIncomplete: boolean;
};

function SlideTitle({ slide, place, isUnshown, isIncomplete }: SlideTitleProps) {
  const title = [slide.title, slide.emphasis].filter(Boolean).join(" ");
  const source = pictureSource(slide.picture);
  return (
    <>
      {source ? (
        <img className="sortable__thumb" src={source} alt="" width={64} height={40} />
      ) : (
        <span className="sortable__thumb" />
      )}
      <span>
        <b>{`${place}. ${title || "Sans titre"}`}</b>
        {!slide.isShown && <small>Cachée</small>}
        {isUnshown && <small className="warn">Image de la démonstration</small>}
        {isIncomplete && <small className="warn">Produit manquant</small>}
      </span>
    </>
  );
}
