import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { IconButton } from "#app/ui/areas/icon-button.tsx";
import { useFocusAfter } from "#app/ui/areas/use-focus-after.ts";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { Icon } from "#app/ui/icon.tsx";

type ItemListProps<Item> = {
  /** The list's id, for links of the error summary. */
  id: string;
  items: readonly Item[];
  /** An item's name in the labels of buttons: « la diapositive 2 ». */
  nameOf: (place: number) => string;
  renderTitle: (item: Item, index: number) => ReactNode;
  renderBody: (item: Item, index: number) => ReactNode;
  /** The id of the open item; null: none. */
  openId: string | null;
  onOpen: (id: string | null) => void;
  /** Whether an item has errors and therefore stays open. */
  isFaulty: (index: number) => boolean;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
};

type AddItemProps = { label: string; count: number; most: number; onAdd: () => void };

/** The button that adds an item; disabled once there are `most`. */
export function AddItem({ label, count, most, onAdd }: AddItemProps) {
  const isOff = count >= most;
  return (
    <Button
      icon="plus"
      className="needs-js"
      type="button"
      variant="plain"
      size="xs"
      aria-disabled={isOff}
      onClick={() => !isOff && onAdd()}
    >
      {label}
    </Button>
  );
}

/** An ordered list of items that open one at a time: sorted by drag and drop or buttons, removed by a button. */
export function ItemList<Item extends { id: string }>({
  id,
  items,
  nameOf,
  renderTitle,
  renderBody,
  openId,
  onOpen,
  isFaulty,
  onMove,
  onRemove,
}: ItemListProps<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useFocusAfter(list);
  const known = useRef(new Set(items.map(({ id }) => id)));
  const focusFirstField = useEffectEvent((itemId: string) => {
    const row = list.current?.children[items.findIndex(({ id }) => id === itemId)];
    row?.querySelector<HTMLElement>(".sortable__body :is(input, select, textarea)")?.focus();
  });
  // An added item opens: its first field gets the focus.
  useEffect(() => {
    if (openId !== null && !known.current.has(openId)) focusFirstField(openId);
    known.current = new Set(items.map(({ id }) => id));
  }, [openId, items]);
  /** The id of the item whose handle is pressed. Only that one is draggable, so that text in its fields stays selectable. */
  const [gripped, setGripped] = useState<string | null>(null);
  const step = (index: number, direction: -1 | 1) => {
    const to = index + direction;
    if (to < 0 || to >= items.length) return;
    focusNext(to, direction === 1 ? "down" : "up");
    onMove(index, to);
  };
  return (
    <ol className="sortables" id={id} tabIndex={-1} ref={list}>
      {items.map((item, index) => {
        const name = nameOf(index + 1);
        const isOpen = item.id === openId || isFaulty(index);
        return (
          // Its buttons move the item by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={item.id}
            className={classes("sortable", item.id === gripped && "is-moving")}
            draggable={item.id === gripped}
            onDragStart={(event) => (event.dataTransfer.effectAllowed = "move")}
            onDragOver={(event) => {
              const from = items.findIndex((other) => other.id === gripped);
              if (from < 0) return;
              event.preventDefault();
              if (from !== index) onMove(from, index);
            }}
            onDrop={(event) => gripped !== null && event.preventDefault()}
            onDragEnd={() => setGripped(null)}
          >
            <noscript>
              <p className="sortable__plain">{renderTitle(item, index)}</p>
            </noscript>
            <div className="sortable__head needs-js">
              <span
                className="sortable__grip"
                aria-hidden="true"
                onPointerDown={() => setGripped(item.id)}
                onPointerUp={() => setGripped(null)}
              >
                <Icon name="grip-vertical" size={16} />
              </span>
              <button
                type="button"
                className="sortable__title"
                data-part="title"
                aria-expanded={isOpen}
                onClick={() => onOpen(isOpen ? null : item.id)}
              >
                {renderTitle(item, index)}
                <Icon name="chevron-down" size={16} />
              </button>
              <span className="sortable__acts">
                <IconButton
                  part="up"
                  icon="arrow-up"
                  label={`Monter ${name}`}
                  isOff={index === 0}
                  onClick={() => step(index, -1)}
                />
                <IconButton
                  part="down"
                  icon="arrow-down"
                  label={`Descendre ${name}`}
                  isOff={index === items.length - 1}
                  onClick={() => step(index, 1)}
                />
                <IconButton
                  part="remove"
                  icon="trash-2"
                  label={`Retirer ${name}`}
                  onClick={() => {
                    focusNext(Math.max(0, index - 1), "title");
                    onRemove(index);
                  }}
                />
              </span>
            </div>
            {/* An item opened because of its errors stays open once they are corrected. */}
            <div
              className="sortable__body form"
              hidden={!isOpen}
              onFocus={() => item.id !== openId && onOpen(item.id)}
            >
              {renderBody(item, index)}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
