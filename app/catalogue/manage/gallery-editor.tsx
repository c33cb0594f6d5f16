import { useRef, useState, type DragEvent } from "react";
import { FilePicker } from "#app/media/file-picker.tsx";
import { UploadList } from "#app/media/upload-list.tsx";
import type { Uploads } from "#app/media/use-uploads.ts";
import { IconButton } from "#app/ui/areas/icon-button.tsx";
import { Panel } from "#app/ui/areas/panel.tsx";
import { plural } from "#app/ui/areas/plural.ts";
import { useFocusAfter } from "#app/ui/areas/use-focus-after.ts";
import { classes } from "#app/ui/classes.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { Picture as StoredPicture } from "../product-schema.ts";
import { isUnfinished } from "./form-uploads.ts";

/** A picture of the product. A removed one stays visible until the form is saved. */
export type GalleryPicture = StoredPicture & { isRemoved: boolean };

type GalleryEditorProps = {
  initial: GalleryPicture[];
  /** Called with the paths of the kept pictures, in order. */
  onChange: (paths: string[]) => void;
  uploads: Uploads;
  error: string | undefined;
};

/**
 * The editor of the product's pictures. They are sorted by drag and drop or buttons, and a removed one is deleted only when the
 * form is saved (specification §4). Also lists the uploads.
 */
export function GalleryEditor({ initial, onChange, uploads, error }: GalleryEditorProps) {
  const [pictures, setPictures] = useState(initial);
  const list = useRef<HTMLUListElement>(null);
  const focusNext = useFocusAfter(list);
  const [dragged, setDragged] = useState<string | null>(null);
  const kept = pictures.filter(({ isRemoved }) => !isRemoved);
  const change = (next: GalleryPicture[]) => {
    setPictures(next);
    onChange(next.filter(({ isRemoved }) => !isRemoved).map(({ path }) => path));
  };
  const move = (from: number, to: number) =>
    change(pictures.toSpliced(from, 1).toSpliced(to, 0, pictures[from]!));
  const step = (index: number, direction: -1 | 1) => {
    const to = index + direction;
    if (to < 0 || to >= pictures.length) return;
    focusNext(to, direction === 1 ? "later" : "earlier");
    move(index, to);
  };
  const toggle = (index: number, isRemoved: boolean) => {
    focusNext(index, "toggle");
    change(pictures.map((picture, at) => (at === index ? { ...picture, isRemoved } : picture)));
  };
  const dragOver = (event: DragEvent, index: number) => {
    if (dragged === null) return;
    event.preventDefault();
    const from = pictures.findIndex(({ path }) => path === dragged);
    if (from >= 0 && from !== index) move(from, index);
  };
  return (
    <Panel
      id="images-titre"
      title="Images"
      aside={
        <span className="muted small" role="status">
          {imagesSummary(kept.length, pictures.length - kept.length, uploads)}
        </span>
      }
      body="gallery-editor"
    >
      {pictures.length > 0 && (
        <ul className="tiles" ref={list}>
          {pictures.map((picture, index) => (
            // For keyboard users, the tile's buttons do the same as dragging.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={picture.path}
              className={classes(
                "tile",
                picture.isRemoved && "is-out",
                picture.path === kept[0]?.path && "is-main",
                picture.path === dragged && "is-moving",
              )}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = "move";
                setDragged(picture.path);
              }}
              onDragOver={(event) => dragOver(event, index)}
              onDrop={(event) => dragged !== null && event.preventDefault()}
              onDragEnd={() => setDragged(null)}
            >
              <Tile
                picture={picture}
                place={index + 1}
                isMain={picture.path === kept[0]?.path}
                isFirst={index === 0}
                isLast={index === pictures.length - 1}
                onStep={(direction) => step(index, direction)}
                onToggle={(isRemoved) => toggle(index, isRemoved)}
              />
            </li>
          ))}
        </ul>
      )}
      {kept.map(({ path }) => (
        <input key={path} type="hidden" name="picture" value={path} />
      ))}
      {uploads.uploads.map(
        ({ key, id, state }) =>
          state === "success" && id && <input key={key} type="hidden" name="upload" value={id} />,
      )}
      <FilePicker kind="product" multiple onFiles={uploads.add} id="images" />
      <UploadList {...uploads} successHint="Elle s’ajoutera à l’enregistrement." />
      {error && (
        <p className="fault" role="alert">
          {error}
        </p>
      )}
      <p className="hint">
        Les flèches ou la poignée changent l’ordre. La première image est celle des cartes. Une
        image retirée n’est effacée qu’à l’enregistrement.
      </p>
      <noscript>
        <p className="hint">
          Sans JavaScript, les images ne peuvent être ni envoyées ni déplacées.
        </p>
      </noscript>
    </Panel>
  );
}

/** The numbers of pictures and uploads as text: « 4 images, 1 à retirer, 2 en cours d’envoi ». */
function imagesSummary(kept: number, removed: number, { uploads }: Uploads): string {
  const running = uploads.filter(isUnfinished).length;
  const added = uploads.filter(({ state }) => state === "success").length;
  return [
    kept + removed === 0 ? "aucune image" : plural(kept + removed, "image"),
    removed > 0 && `${removed} à retirer`,
    added > 0 && `${added} à ajouter`,
    running > 0 && `${running} en cours d’envoi`,
  ]
    .filter(Boolean)
    .join(", ");
}

type TileProps = {
  picture: GalleryPicture;
  place: number;
  isMain: boolean;
  isFirst: boolean;
  isLast: boolean;
  onStep: (direction: -1 | 1) => void;
  onToggle: (isRemoved: boolean) => void;
};

function Tile({ picture, place, isMain, isFirst, isLast, onStep, onToggle }: TileProps) {
  return (
    <>
      <div className="tile__pic">
        <Picture picture={picture} alt={`Image ${place}`} sizes="160px" displayWidth={320} />
        {isMain ? (
          <span className="tile__main">Principale</span>
        ) : (
          <span className="tile__place">{place}</span>
        )}
        <span className="tile__grip needs-js" aria-hidden="true">
          <Icon name="grip-vertical" size={16} />
        </span>
      </div>
      {picture.isRemoved ? (
        <div className="tile__bar">
          <span>Retirée à l’enregistrement</span>
          <IconButton
            icon="undo-2"
            part="toggle"
            label={`Garder l’image ${place}`}
            onClick={() => onToggle(false)}
          />
        </div>
      ) : (
        <div className="tile__bar needs-js">
          <span>
            <IconButton
              icon="arrow-left"
              part="earlier"
              label={`Avancer l’image ${place}`}
              isOff={isFirst}
              onClick={() => onStep(-1)}
            />
            <IconButton
              icon="arrow-right"
              part="later"
              label={`Reculer l’image ${place}`}
              isOff={isLast}
              onClick={() => onStep(1)}
            />
          </span>
          <IconButton
            icon="trash-2"
            part="toggle"
            label={`Retirer l’image ${place}`}
            onClick={() => onToggle(true)}
          />
        </div>
      )}
    </>
  );
}
