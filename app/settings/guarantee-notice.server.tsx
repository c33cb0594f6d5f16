import { renderToStaticMarkup } from "react-dom/server";
import { OFFICIAL_WORDS, OWN_WORDS } from "#app/platform/guarantee-notice.ts";
import { NOTICE_LINK } from "#app/platform/legal-constants.ts";
import type { CurrentSettings } from "./settings.server.ts";

type WithNotice = Pick<CurrentSettings, "groups" | "pictures">;

/**
 * The notice as HTML, for the terms: the official file as it is, with its words as text, or the shop's own words alone; and the
 * link of its QR code.
 */
export const noticeHtml = (settings: WithNotice): string =>
  renderToStaticMarkup(<Notice {...settings} />);

/** The same for the cart, whose script has no bytes to spare for it: a popover's content (`id`), with its buttons. */
export const noticePopoverHtml = (settings: WithNotice, id: string): string =>
  renderToStaticMarkup(
    <>
      <Notice {...settings} />
      <p className="avis__foot">
        <a className="link" href="/condition-generale-de-vente#garanties">
          Garanties légales
        </a>
        <button className="link" type="button" popoverTarget={id} popoverTargetAction="hide">
          Fermer
        </button>
      </p>
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
