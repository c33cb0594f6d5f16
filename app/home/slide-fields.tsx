import { useEffect, useEffectEvent } from "react";
import { displayName } from "#app/catalogue/product-name.ts";
import { FilePicker } from "#app/media/file-picker.tsx";
import { UploadList } from "#app/media/upload-list.tsx";
import { useUploads } from "#app/media/use-uploads.ts";
import { INITIAL_NAME } from "#app/settings/initial-name.ts";
import { useShopName } from "#app/shop-name.ts";
import { Field, FieldError, Select, TextArea } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { BUILT_IN_PICTURES } from "./built-in-pictures.ts";
import { FocalPoint } from "./focal-point.tsx";
import type { Slide } from "./home-schema.ts";
import { missingProduct, productKey, type NamedProducts } from "./named-products.ts";
import { ProductChoice } from "./product-choice.tsx";
import { SLIDE_LINKS } from "./slide-links.ts";

const BUILT_IN_OPTIONS = [
  { value: "livree-1", label: "Livrée\u00a0: crèmes et pétales de rose" },
  { value: "livree-2", label: "Livrée\u00a0: parfums sur fond lilas" },
  { value: "livree-3", label: "Livrée\u00a0: soins solaires sur fond sable" },
];

/** The URL of a slide's picture; empty without one. */
export const pictureSource = (picture: string) =>
  BUILT_IN_PICTURES[picture]?.wide ?? (picture && `/media/${picture}`);

type SlideFieldsProps = {
  slide: Slide;
  index: number;
  errors: Record<string, string>;
  products: NamedProducts;
  isDemo: boolean;
  onChange: (change: Partial<Slide>) => void;
  onChooseProduct: (product: { id: string; name: string }) => void;
};

/** All fields of one slide. */
export function SlideFields({
  slide,
  index,
  errors,
  products,
  isDemo,
  onChange,
  onChooseProduct,
}: SlideFieldsProps) {
  const id = `slides.${index}`;
  const text = (
    part: "alt" | "label" | "title" | "emphasis" | "action",
    label: string,
    maxLength: number,
  ) => ({
    name: `${id}.${part}`,
    label,
    maxLength,
    value: slide[part],
    error: errors[`${id}.${part}`],
    onChange: (event: { target: { value: string } }) => onChange({ [part]: event.target.value }),
  });
  const { productId, productName } = slide;
  const chosen =
    products.names[productKey(slide)] ??
    (productId ? "Produit supprimé" : productName && displayName(productName));
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={slide.isShown}
          onChange={(event) => onChange({ isShown: event.target.checked })}
        />
        <span>Affichée sur l’accueil</span>
      </label>
      <SlidePictureField
        slide={slide}
        id={id}
        isDemo={isDemo}
        error={errors[`${id}.picture`]}
        onChange={onChange}
      />
      <Field
        {...text("alt", "Description de l’image", 200)}
        hint="Pour qui ne la voit pas&nbsp;: ce qu’elle montre."
        placeholder="Trois flacons de parfum sur un drap de lin"
        required
      />
      <Select
        name={`${id}.link`}
        label="Mène à"
        value={slide.link ?? ""}
        options={[{ value: "", label: "Un produit" }, ...SLIDE_LINKS]}
        error={errors[`${id}.link`]}
        onChange={({ target: { value } }) => onChange({ link: value })}
      />
      {!slide.link && (
        <ProductChoice
          id={`${id}.productId`}
          label="Produit"
          chosen={chosen || null}
          warning={missingProduct(slide, products)}
          onChoose={onChooseProduct}
          error={errors[`${id}.productId`]}
        />
      )}
      <div className="row2">
        <Field {...text("label", "Étiquette", 60)} optional />
        <Field {...text("action", "Texte du bouton", 40)} required />
      </div>
      <div className="row2">
        <Field {...text("title", "Titre", 60)} required />
        <Field {...text("emphasis", "Fin du titre, en italique", 60)} optional />
      </div>
      <TextArea
        name={`${id}.text`}
        label="Texte"
        rows={2}
        maxLength={240}
        optional
        value={slide.text}
        error={errors[`${id}.text`]}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <fieldset>
        <legend className="lbl">Côté du texte, sur grand écran</legend>
        <div className="choice choice--2">
          {(["left", "right"] as const).map((side) => (
            <label key={side}>
              <input
                type="radio"
                name={`${id}.side`}
                value={side}
                checked={slide.side === side}
                onChange={() => onChange({ side })}
              />
              <b>{side === "left" ? "À gauche" : "À droite"}</b>
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}

type SlidePictureFieldProps = Pick<SlideFieldsProps, "slide" | "isDemo" | "onChange"> & {
  id: string;
  error: string | undefined;
};

/** The fields of a slide's picture, from the build or uploaded, and of its focal point. */
function SlidePictureField({ slide, id, isDemo, error, onChange }: SlidePictureFieldProps) {
  const uploads = useUploads({ kind: "product", scope: slide.id });
  const path = uploads.uploads.find(({ state }) => state === "success")?.picture?.path;
  // The saved form claims the picture by its path, so the upload is no longer needed here.
  const usePicture = useEffectEvent((picture: string) => {
    uploads.release();
    onChange({ picture, focusX: 50, focusY: 50 });
  });
  useEffect(() => {
    if (path) usePicture(path);
  }, [path]);
  const shopName = useShopName();
  const { picture } = slide;
  const own =
    picture && !(picture in BUILT_IN_PICTURES) ? [{ value: picture, label: "Votre image" }] : [];
  const none = picture ? [] : [{ value: "", label: "À choisir" }];
  // Only a demo offers the demo's pictures.
  const builtIn = BUILT_IN_OPTIONS.filter(({ value }) => isDemo || value === picture);
  return (
    <>
      <Select
        name={`${id}.choice`}
        label="Image"
        value={picture}
        options={[...none, ...own, ...builtIn]}
        onChange={({ target: { value } }) =>
          onChange({ picture: value, focusX: BUILT_IN_PICTURES[value]?.focusX ?? 50, focusY: 50 })
        }
      />
      {picture in BUILT_IN_PICTURES && (!isDemo || shopName !== INITIAL_NAME) && (
        <p className="warn">
          <Icon name="triangle-alert" size={16} />
          <span>
            Les produits de cette image portent le nom d’une autre marque&nbsp;: envoyez une image
            de votre boutique
            <span>{!isDemo && " pour que la diapositive soit sur l’accueil"}</span>.
          </span>
        </p>
      )}
      <div>
        <FilePicker
          kind="product"
          id={`${id}.picture`}
          label="Envoyer une image"
          onFiles={uploads.add}
        />
        <UploadList {...uploads} />
        {error && <FieldError id={`${id}.picture-error`}>{error}</FieldError>}
        <p className="hint">
          Large de 2&nbsp;000&nbsp;pixels si possible. Sur grand écran, le texte est posé dessus.
        </p>
      </div>
      {picture && (
        <FocalPoint
          id={id}
          src={pictureSource(picture)}
          x={slide.focusX}
          y={slide.focusY}
          onChange={(focusX, focusY) => onChange({ focusX, focusY })}
        />
      )}
    </>
  );
}
