import { noindexMeta } from "#app/page-meta.ts";
import { Tag } from "#app/ui/areas/tag.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { frenchDay } from "#app/ui/french-date.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { TextLink } from "#app/ui/link.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { formatPhone } from "#app/ui/phone-schema.ts";
import type { Route } from "./+types/account-page.ts";
import { requireAccount } from "./access.ts";

const TITLE = "Données personnelles";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ context }: Route.LoaderArgs) {
  return { account: await requireAccount(context, { place: "compte" }) };
}

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  const { account } = loaderData;
  const { name, photo, isAdmin, createdAt, dateOfBirth, phone, email, signIn } = account;
  const facts = [
    ["Nom", name, "Non indiqué"],
    ["Date de naissance", dateOfBirth && frenchLongDay(dateOfBirth), "Non indiquée"],
    ["Téléphone", formatPhone(phone), "Non indiqué"],
    ["Adresse e-mail", email, "Non indiquée"],
  ] as const;
  return (
    <>
      <PageHead
        title={TITLE}
        actions={
          <ButtonLink icon="pencil" to="/admin/parametre-compte" variant="secondary" size="s">
            Modifier
          </ButtonLink>
        }
      >
        Les informations de votre compte
      </PageHead>
      <section className="panel" aria-labelledby="profile-name">
        <div className="panel__body profile">
          <Avatar name={name} photo={photo} size="xl" />
          <div>
            <h2 id="profile-name">{name}</h2>
            <p>{`Compte créé le ${frenchDay(createdAt)}`}</p>
            {isAdmin && <Tag tone="plum" label="Administration" />}
          </div>
        </div>
        <dl className="facts">
          {facts.map(([label, fact, none]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{fact || <span className="facts__none">{none}</span>}</dd>
            </div>
          ))}
          <div>
            <dt>Livraison et facturation</dt>
            <dd>
              <TextLink to="/admin/mes-adresses">Mes adresses</TextLink>
            </dd>
          </div>
          <div>
            <dt>Adresse de connexion</dt>
            <dd>
              <span>{signIn.email}</span>{" "}
              {signIn.waiting && (
                <Tag tone="warning" icon="clock" label={`${signIn.waiting} à confirmer`} />
              )}
            </dd>
          </div>
          {account.passwordChosenAt && (
            <div>
              <dt>Mot de passe</dt>
              <dd>
                Choisi le {frenchDay(account.passwordChosenAt)}{" "}
                <ButtonLink to="/admin/parametre-compte#mot-de-passe" variant="plain" size="xs">
                  Changer<span className="sr"> le mot de passe</span>
                </ButtonLink>
              </dd>
            </div>
          )}
        </dl>
      </section>
    </>
  );
}
