import { useEffect, useState } from "react";
import type { Draft } from "#app/settings/settings-group.ts";
import { Panel } from "#app/ui/areas/panel.tsx";

const PREVIEW = "/admin/reglages/accueil/apercu";
const DEBOUNCE_MS = 400;

type HomePreviewProps = {
  draft: Draft;
  /** The id of the slide to show; null: the first one. */
  slideId: string | null;
};

/**
 * A preview of the unsaved banner and brand section at two widths, rendered by the server with the home page's components. The
 * iframes run no scripts and use `srcdoc`, because the content security policy forbids iframes with a URL.
 */
export function HomePreview({ draft, slideId }: HomePreviewProps) {
  const [html, setHtml] = useState<string | null>(null);
  const body = new URLSearchParams({ ...draft, diapositive: slideId ?? "" }).toString();
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      void fetchPreview(body, controller.signal).then((text) => {
        if (text !== null && !controller.signal.aborted) setHtml(text);
      });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [body]);
  return (
    <Panel id="apercu" title="Aperçu, avant d’enregistrer" className="needs-js" body="previews">
      {(["wide", "phone"] as const).map((width) => (
        <figure key={width}>
          <figcaption className="lbl">
            {width === "wide" ? "Sur ordinateur" : "Sur téléphone"}
          </figcaption>
          <div className={`preview preview--${width}`}>
            {html !== null && (
              <iframe
                title={width === "wide" ? "Aperçu sur ordinateur" : "Aperçu sur téléphone"}
                srcDoc={html}
                sandbox="allow-same-origin"
                inert
              />
            )}
          </div>
        </figure>
      ))}
    </Panel>
  );
}

/** Fetches the page and removes its scripts, which the iframe would block with errors; null when the request fails. */
async function fetchPreview(body: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(PREVIEW, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
      signal,
    });
    if (!response.ok) return null;
    const page = await response.text();
    return (
      page
        .replaceAll(/<script\b[^]*?<\/script>/g, "")
        .replaceAll(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, "")
        // Removes preloads: typing replaces the preview, perhaps before it has used the picture, which browsers warn about.
        .replaceAll(/<link\b[^>]*\bas="image"[^>]*>/g, "")
    );
  } catch {
    return null;
  }
}
