import { requireAdmin } from "#app/accounts/access.ts";
import { Letterhead } from "#app/invoices/letterhead.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { useShop } from "#app/root-shop.ts";
import { PrintButton } from "#app/ui/areas/print-button.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/attestation-page.ts";
import { SHOP_VERSION } from "./shop-version.server.ts";
import stylesheet from "#app/areas.css?url";

const TITLE = "Attestation individuelle";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context);
  return { version: SHOP_VERSION };
}

/** The attestation of CGI, art. 286 I 3° bis, to print, complete and sign: the publisher's part, then the shop's. */
export default function AttestationPage({ loaderData: { version } }: Route.ComponentProps) {
  const shop = useShop();
  const [major] = version.split(".");
  return (
    <>
      <div className="slip-bar">
        <ButtonLink icon="arrow-left" to="/admin/fiscal" variant="plain" size="s">
          Journal fiscal
        </ButtonLink>
        <p className="soft small">À compléter et à signer, format A4</p>
        <PrintButton />
      </div>
      <article className="slip attestation">
        <Letterhead />
        <h1 className="h3">Attestation individuelle</h1>
        <p className="soft">
          Logiciel d’enregistrement des règlements, article 286, I, 3° bis du Code général des
          impôts. Ce modèle n’engage que les personnes qui le signent.
        </p>
        <h2 className="label">Volet 1, à remplir par l’éditeur du logiciel</h2>
        <p>
          Je soussigné(e), représentant(e) légal(e) de l’éditeur désigné ci-dessous, atteste que le
          logiciel Éclat, dans sa version <span>{version}</span>, satisfait aux conditions
          d’inaltérabilité, de sécurisation, de conservation et d’archivage des données en vue du
          contrôle de l’administration fiscale, prévues au 3° bis du I de l’article 286 du Code
          général des impôts.
        </p>
        <p>
          La dernière version majeure est identifiée par la racine <span>{major}</span>&nbsp;; les
          versions mineures, par les nombres qui la suivent (<span>{major}</span>.x.y). Je m’engage
          à n’employer ces nombres que pour des versions mineures.
        </p>
        <Signature names={["Éditeur et adresse", "Nom et qualité"]} />
        <h2 className="label">Volet 2, à remplir par l’entreprise qui l’utilise</h2>
        <p>
          Je soussigné(e), représentant(e) légal(e) de l’entreprise désignée ci-dessous, atteste
          avoir obtenu ce logiciel de l’éditeur du volet 1, et l’utiliser pour enregistrer les
          règlements de mes clients depuis la date ci-dessous.
        </p>
        <Signature
          names={["Entreprise", "Utilisé depuis le", "Nom et qualité"]}
          company={[shop?.legalName, shop?.siren && `SIREN ${shop.siren}`, shop?.address]
            .filter(Boolean)
            .join(", ")}
        />
        <p className="slip__foot soft">
          Établir ou utiliser une fausse attestation est un délit, puni de trois ans
          d’emprisonnement et de 45 000&nbsp;€ d’amende (Code pénal, article 441-1).
        </p>
      </article>
    </>
  );
}

/** Lines to complete by hand; « Entreprise » is filled in with `company`. */
function Signature({ names, company = "" }: { names: string[]; company?: string }) {
  return (
    <dl className="attestation__sign">
      {[...names, "Fait à, le", "Signature"].map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{name === "Entreprise" ? company : ""}</dd>
        </div>
      ))}
    </dl>
  );
}
