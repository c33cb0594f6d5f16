import type { ReactNode } from "react";
import { Checkbox } from "./checkbox.tsx";
import { ItemPanel, type ItemPanelProps } from "./item-panel.tsx";

type ActiveItem = { id: string; name: string; isActive: boolean };

export type ItemBodyProps<Item> = {
  item: Item;
  /** The beginning of the names of the item's fields: « list.0 ». */
  prefix: string;
  errors: Record<string, string>;
  change: (part: Partial<Item>) => void;
};

type ActiveItemsProps<Item> = Omit<ItemPanelProps<Item>, "name" | "renderTitle" | "renderBody"> & {
  /** Short facts that are shown below an item's name. */
  factsOf: (item: Item) => readonly (string | false)[];
  /** The checkbox's hint: what a stopped item does. */
  stopped: string;
  /** Renders the item's fields below the checkbox « Active ». */
  renderBody: (props: ItemBodyProps<Item>) => ReactNode;
};

/** The panel of a list setting whose items have a name and a checkbox « Active ». */
export function ActiveItems<Item extends ActiveItem>({
  factsOf,
  stopped,
  renderBody,
  ...panel
}: ActiveItemsProps<Item>) {
  return (
    <ItemPanel<Item>
      {...panel}
      name="list"
      renderTitle={(item) => (
        <span>
          <b>{item.name || "Sans nom"}</b>
          <small>{factsOf(item).filter(Boolean).join(", ")}</small>
        </span>
      )}
      renderBody={(item, index, change) => {
        const prefix = `list.${index}`;
        return (
          <>
            <Checkbox
              name={`${prefix}.isActive`}
              label="Active"
              value={item.isActive ? "on" : ""}
              onChange={() => change({ isActive: !item.isActive } as Partial<Item>)}
              readOnly={false}
              error={undefined}
              hint={stopped}
            />
            {renderBody({ item, prefix, errors: panel.fields.errors, change })}
          </>
        );
      }}
    />
  );
}
