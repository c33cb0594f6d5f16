import { renderToStaticMarkup } from "react-dom/server";
import { OFFICIAL_WORDS, OWN_WORDS } from "#app/platform/guarantee-notice.ts";
import { NOTICE_LINK } from "#app/platform/legal-constants.ts";
import type { CurrentSettings } from "./settings.server.ts";

type WithNotice = Pick<CurrentSettings, "groups" | "pictures">;

/**
 * The notice on the legal guarantee as HTML for the terms: the official picture with its words as text, or only the shop's own words
 * while no picture is uploaded; and the link of its QR code.
 */
export const noticeHtml = (settings: WithNotice): string =>
  renderToStaticMarkup(<Notice {...settings} />);

/**
 * The cart's sentence on the guarantee with the notice in a popover, as wide as its QR code requires. HTML from the server, because the
 * cart's script is at its size limit.
 */
export const noticePopoverHtml = (settings: WithNotice): string =>
  renderToStaticMarkup(
    <>
      Garantie légale de conformité de 2 ans.{" "}
      <button className="link" type="button" popoverTarget="avis">
        Vos garanties
      </button>
      <div className="avis" id="avis" popover="auto" role="region" aria-label="Vos garanties">
        <Notice {...settings} />
        <p className="avis__foot">
          <a className="link" href="/condition-generale-de-vente#garanties">
            Garanties légales
          </a>
          <button className="link" type="button" popoverTarget="avis" popoverTargetAction="hide">
            Fermer
          </button>
        </p>
      </div>
    </>,
  );

function Notice({ groups, pictures }: WithNotice) {
  const picture = pictures.get(groups.legal.guaranteeNotice);
  const { title, text } = picture ? OFFICIAL_WORDS : OWN_WORDS;
  return (
    <>
      <h3>{title}</h3>
      {picture && (
        <img
          src={`/media/${picture.path}`}
          alt=""
          width={picture.width}
          height={picture.height}
          loading="lazy"
        />
      )}
      <ul>
        {text.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        Vos droits dans chaque pays&nbsp;:{" "}
        <a className="link" href={`https://${NOTICE_LINK}`} rel="noopener external">
          {NOTICE_LINK}
        </a>
      </p>
    </>
  );
}
