import { ButtonLink } from "../button.tsx";

/** The links to the import of a list and to its export, as addresses. */
export function FileLinks({ importTo, exportTo }: { importTo: string; exportTo: string }) {
  return (
    <>
      <ButtonLink icon="upload" variant="plain" size="s" to={importTo}>
        Importer
      </ButtonLink>
      <ButtonLink icon="download" variant="plain" size="s" to={exportTo} reloadDocument>
        Exporter
      </ButtonLink>
    </>
  );
}
