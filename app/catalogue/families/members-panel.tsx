import { useState } from "react";
import { ItemList } from "#app/settings/item-list.tsx";
import { itemsIn } from "#app/settings/items.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { readColour } from "#app/ui/colour-schema.ts";
import { Field, FieldError } from "#app/ui/field.tsx";
import { ProductThumb } from "../manage/products-table.tsx";
import { AddProducts } from "./add-products.tsx";
import type { EditedMember, MemberProduct } from "./families.server.ts";
import type { FamilyDraft } from "./family-draft.ts";
import { LONGEST_LABEL, MOST_MEMBERS } from "./family-schema.ts";
import { Swatch } from "./swatch.tsx";

type MembersPanelProps = {
  draft: FamilyDraft;
  set: (change: Partial<FamilyDraft>, touched?: readonly string[]) => void;
  errors: Record<string, string>;
  /** The products of the rows, by id. */
  products: Record<string, MemberProduct>;
};

/** The products of a family: their labels, colours and order. */
export function MembersPanel({ draft, set, errors, products }: MembersPanelProps) {
  const { items, change, move, remove, isFaulty } = itemsIn<EditedMember>("members", {
    draft,
    set,
    errors,
  });
  const [added, setAdded] = useState<Record<string, MemberProduct>>({});
  const [openId, setOpenId] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const known = { ...products, ...added };
  const nameOf = ({ id }: EditedMember) => known[id]?.name ?? id;
  return (
    <Panel id="produits" title="Ses produits" body="">
      {errors["members"] && <FieldError id="members-error">{errors["members"]}</FieldError>}
      <input type="hidden" name="members" value={draft.members} />
      {items.length === 0 && <p className="hint">Aucun produit.</p>}
      <ItemList
        id="members"
        items={items}
        nameOf={(place) => nameOf(items[place - 1]!)}
        openId={openId}
        onOpen={setOpenId}
        isFaulty={isFaulty}
        onMove={(from, to) => {
          move(from, to);
          setSaid(`${nameOf(items[from]!)} passe du rang ${from + 1} au rang ${to + 1}.`);
        }}
        onRemove={(index) => {
          remove(index);
          setSaid(`${nameOf(items[index]!)} n’est plus dans la famille.`);
        }}
        renderTitle={(item) => (
          <>
            <ProductThumb picture={known[item.id]?.picture ?? null} />
            <span>
              <b>{item.label || "Sans libellé"}</b>
              <small>{nameOf(item)}</small>
            </span>
            <Swatch colour={readColour(item.colour)} />
          </>
        )}
        renderBody={(item, index) => (
          <MemberFields
            item={item}
            prefix={`members.${index}`}
            errors={errors}
            onChange={(part) => change(index, part)}
          />
        )}
      />
      <p className="sr" role="status">
        {said}
      </p>
      <AddProducts
        known={new Set(items.map(({ id }) => id))}
        room={MOST_MEMBERS - items.length}
        onAdd={(found) => {
          setAdded((before) => ({
            ...before,
            ...Object.fromEntries(found.map(({ id, ...product }) => [id, product])),
          }));
          const blank = found.map(({ id }) => ({ id, label: "", colour: "" }));
          set({ members: JSON.stringify([...items, ...blank]) });
          setOpenId(found[0]?.id ?? null);
        }}
      />
      <noscript>
        <p className="hint">Sans JavaScript, les produits d’une famille ne se modifient pas.</p>
      </noscript>
    </Panel>
  );
}

type MemberFieldsProps = {
  item: EditedMember;
  /** « members.0 », the beginning of its fields' names. */
  prefix: string;
  errors: Record<string, string>;
  onChange: (part: Partial<EditedMember>) => void;
};

function MemberFields({ item, prefix, errors, onChange }: MemberFieldsProps) {
  const colour = readColour(item.colour);
  return (
    <div className="row2">
      <Field
        label="Libellé"
        hint={"«\u00a0Rose nude\u00a0», «\u00a050 ml\u00a0»\u00a0: ce que lit le client."}
        name={`${prefix}.label`}
        form="aucun"
        value={item.label}
        onChange={({ target }) => onChange({ label: target.value })}
        error={errors[`${prefix}.label`] ?? null}
        maxLength={LONGEST_LABEL}
        required
      />
      <div className="accent__pick">
        <Field
          label="Couleur"
          optional
          hint={"En hexadécimal\u00a0: #C08080, par exemple. Elle sert aussi au filtre."}
          name={`${prefix}.colour`}
          form="aucun"
          value={item.colour}
          onChange={({ target }) => onChange({ colour: target.value })}
          error={errors[`${prefix}.colour`] ?? null}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
        />
        <input
          type="color"
          aria-label={`Choisir la couleur de ${item.label || "ce produit"}`}
          form="aucun"
          value={(colour ?? "#C08080").toLowerCase()}
          onChange={({ target }) => onChange({ colour: target.value.toUpperCase() })}
        />
      </div>
    </div>
  );
}
