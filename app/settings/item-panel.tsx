import { useState, type ReactNode } from "react";
import { Panel } from "#app/ui/areas/panel.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { AddItem, ItemList } from "./item-list.tsx";
import { itemsIn } from "./items.ts";
import type { SettingsFields } from "./settings-fields.ts";

export type ItemPanelProps<Item> = {
  /** The name of the settings' list field. */
  name: string;
  title: string;
  /** What an item is called: a feminine singular noun, « question ». */
  noun: string;
  most: number;
  /** A new item, without its id. */
  blank: Omit<Item, "id">;
  fields: SettingsFields;
  hint?: ReactNode;
  /** State of the open item's id, for a page that needs it. */
  opening?: readonly [string | null, (id: string | null) => void];
  renderTitle: (item: Item, index: number) => ReactNode;
  renderBody: (item: Item, index: number, change: (part: Partial<Item>) => void) => ReactNode;
};

/** A panel of a settings form with a list field: adds, sorts, removes and opens its items. */
export function ItemPanel<Item extends { id: string }>({
  name,
  title,
  noun,
  most,
  blank,
  fields,
  hint,
  opening,
  renderTitle,
  renderBody,
}: ItemPanelProps<Item>) {
  const { items, change, add, remove, move, isFaulty } = itemsIn<Item>(name, fields);
  const ownOpening = useState<string | null>(null);
  const [openId, onOpen] = opening ?? ownOpening;
  const [said, setSaid] = useState("");
  const error = fields.errors[name];
  return (
    <Panel
      id={`${name}-titre`}
      title={title}
      aside={
        <AddItem
          label={`Ajouter une ${noun}`}
          count={items.length}
          most={most}
          onAdd={() => {
            const id = crypto.randomUUID();
            add({ id, ...blank } as Item);
            onOpen(id);
          }}
        />
      }
      body=""
    >
      {hint && <p className="hint">{hint}</p>}
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
      <input type="hidden" name={name} value={fields.draft[name]} />
      {items.length === 0 && <p className="hint">{`Aucune ${noun}.`}</p>}
      <ItemList
        id={name}
        items={items}
        nameOf={(place) => `la ${noun} ${place}`}
        openId={openId}
        onOpen={onOpen}
        isFaulty={isFaulty}
        onMove={(from, to) => {
          move(from, to);
          setSaid(`La ${noun} ${from + 1} est maintenant la ${to + 1}.`);
        }}
        onRemove={(index) => {
          remove(index);
          setSaid(`La ${noun} ${index + 1} est retirée.`);
        }}
        renderTitle={renderTitle}
        renderBody={(item, index) => renderBody(item, index, (part) => change(index, part))}
      />
      <p className="sr" role="status">
        {said}
      </p>
      <noscript>
        <p className="hint">{`Sans JavaScript, les ${noun}s ne se modifient pas.`}</p>
      </noscript>
    </Panel>
  );
}
