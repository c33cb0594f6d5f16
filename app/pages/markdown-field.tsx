import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { FilePicker } from "#app/media/file-picker.tsx";
import { UploadList } from "#app/media/upload-list.tsx";
import { useUploads } from "#app/media/use-uploads.ts";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { Markdown, type MarkdownNode } from "#app/ui/markdown.tsx";

const PREVIEW = "/admin/reglages/pages/apercu";
const PICTURE_TEXT = "Description de l’image";

type MarkdownFieldProps = {
  name: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
  maxLength: number;
  rows: number;
  hint?: string;
  optional?: boolean;
  /** The name that keeps this field's uploads apart from other fields'. */
  scope: string;
};

type Parsed = { nodes: MarkdownNode[]; faults: string[] };

/** A text in Markdown, with a button that inserts an uploaded picture and a preview parsed by the server. */
export function MarkdownField({ value, onChange, scope, ...field }: MarkdownFieldProps) {
  const area = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<"picture" | "preview" | null>(null);
  const panelId = useId();
  const textArea = () => area.current!.querySelector("textarea")!;
  const insertPicture = (path: string) => {
    const { selectionStart } = textArea();
    const before = value.slice(0, selectionStart);
    const start = before && !before.endsWith("\n\n") ? `${before.trimEnd()}\n\n` : before;
    const rest = value.slice(selectionStart).trimStart();
    onChange(`${start}![${PICTURE_TEXT}](/media/${path})${rest ? `\n\n${rest}` : ""}`);
    setPanel(null);
    // After React has rendered the new text: selects the description, so that typing replaces it.
    setTimeout(() => {
      const from = start.length + 2;
      textArea().focus();
      textArea().setSelectionRange(from, from + PICTURE_TEXT.length);
    });
  };
  const toggle = (which: "picture" | "preview", icon: "image-plus" | "eye", label: string) => (
    <Button
      icon={icon}
      type="button"
      variant="plain"
      size="xs"
      aria-expanded={panel === which}
      aria-controls={panelId}
      onClick={() => setPanel(panel === which ? null : which)}
    >
      {label}
    </Button>
  );
  return (
    <div className="markdown" ref={area}>
      <TextArea {...field} value={value} onChange={(event) => onChange(event.target.value)} />
      <div className="markdown__tools needs-js">
        {toggle("picture", "image-plus", "Insérer une image")}
        {toggle("preview", "eye", "Aperçu")}
      </div>
      <div id={panelId} hidden={panel === null}>
        {panel === "picture" && <PictureInsert scope={scope} onPicture={insertPicture} />}
        {panel === "preview" && <Preview text={value} />}
      </div>
    </div>
  );
}

function PictureInsert({ scope, onPicture }: { scope: string; onPicture: (path: string) => void }) {
  const uploads = useUploads({ kind: "product", scope });
  const path = uploads.uploads.find(({ state }) => state === "success")?.picture?.path;
  // The saved form claims the picture by its path, so the upload is no longer needed here.
  const insert = useEffectEvent((picture: string) => {
    uploads.release();
    onPicture(picture);
  });
  useEffect(() => {
    if (path) insert(path);
  }, [path]);
  return (
    <div>
      <FilePicker kind="product" onFiles={uploads.add} />
      <UploadList {...uploads} />
    </div>
  );
}

function Preview({ text }: { text: string }) {
  const [parsed, setParsed] = useState<Parsed | "failed" | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      void fetchParsed(text, controller.signal).then((answer) => {
        if (!controller.signal.aborted) setParsed(answer);
      });
    }, 300);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  if (parsed === "failed")
    return (
      <p className="hint" role="status">
        L’aperçu n’a pas pu être affiché. Réessayez dans un instant.
      </p>
    );
  return (
    <div className="markdown__preview">
      {parsed?.faults.map((fault) => (
        <p key={fault} className="bad">
          {fault}
        </p>
      ))}
      <div className="legal__text prose">
        {/* The preview's headings start at the level below the form's. */}
        <section aria-label="Aperçu">
          {text.trim() === "" ? (
            <p>Rien n’est écrit.</p>
          ) : (
            <Markdown nodes={parsed?.nodes ?? []} level={3} />
          )}
        </section>
      </div>
    </div>
  );
}

async function fetchParsed(text: string, signal: AbortSignal): Promise<Parsed | "failed"> {
  try {
    const body = new URLSearchParams({ text });
    const response = await fetch(PREVIEW, { method: "POST", body, signal });
    return response.ok ? ((await response.json()) as Parsed) : "failed";
  } catch {
    return "failed";
  }
}
