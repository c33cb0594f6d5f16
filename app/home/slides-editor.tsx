import { useState } from "react";
import { MOST_SLIDES, type Slide } from "#app/settings/home-schema.ts";
import { AddItem, ItemList } from "#app/settings/item-list.tsx";
import { itemsIn } from "#app/settings/items.ts";
import type { SettingsFields } from "#app/settings/settings-form.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { missingProduct, type NamedProducts } from "./named-products.ts";
import { pictureSource, SlideFields } from "./slide-fields.tsx";

type SlidesEditorProps = {
  fields: SettingsFields;
  openId: string | null;
  onOpen: (id: string | null) => void;
  products: NamedProducts;
  onProductName: (product: { id: string; name: string }) => void;
};

const newSlide = (): Slide => ({
  id: crypto.randomUUID(),
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
});

/** The banner's slides: added, sorted, removed, each with its fields. */
export function SlidesEditor({
  fields,
  openId,
  onOpen,
  products,
  onProductName,
}: SlidesEditorProps) {
  const { items, change, add, remove, move, isFaulty } = itemsIn<Slide>("slides", fields);
  const [said, setSaid] = useState("");
  const error = fields.errors["slides"];
  return (
    <Panel
      id="diapositives"
      title="Diapositives"
      aside={
        <AddItem
          label="Ajouter une diapositive"
          count={items.length}
          most={MOST_SLIDES}
          onAdd={() => {
            const slide = newSlide();
            add(slide);
            onOpen(slide.id);
          }}
        />
      }
    >
      <div className="panel__body">
        <p className="hint">
          {MOST_SLIDES} au plus. La première est celle que l’on voit en arrivant.
        </p>
        {error && <FieldError id="slides-error">{error}</FieldError>}
        <input type="hidden" name="slides" value={fields.draft["slides"]} />
        <ItemList
          id="slides"
          items={items}
          nameOf={(place) => `la diapositive ${place}`}
          openId={openId}
          onOpen={onOpen}
          isFaulty={isFaulty}
          onMove={(from, to) => {
            move(from, to);
            setSaid(`La diapositive ${from + 1} est maintenant la ${to + 1}.`);
          }}
          onRemove={(index) => {
            remove(index);
            setSaid(`La diapositive ${index + 1} est retirée.`);
          }}
          renderTitle={(slide, index) => (
            <SlideTitle
              slide={slide}
              place={index + 1}
              isIncomplete={missingProduct(slide, products) !== null}
            />
          )}
          renderBody={(slide, index) => (
            <SlideFields
              slide={slide}
              index={index}
              errors={fields.errors}
              products={products}
              onChange={(changes) => change(index, changes)}
              onChooseProduct={(product) => {
                onProductName(product);
                change(index, { productId: product.id, productName: "" });
              }}
            />
          )}
        />
        <p className="sr" role="status">
          {said}
        </p>
        <noscript>
          <p className="hint">Sans JavaScript, les diapositives ne se modifient pas.</p>
        </noscript>
      </div>
    </Panel>
  );
}

type SlideTitleProps = { slide: Slide; place: number; isIncomplete: boolean };

function SlideTitle({ slide, place, isIncomplete }: SlideTitleProps) {
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
        <b>
          {place}. {title || "Sans titre"}
        </b>
        {!slide.isShown && <small>Cachée</small>}
        {isIncomplete && <small className="warn">Produit manquant</small>}
      </span>
    </>
  );
}
