import { Form, useRouteLoaderData } from "react-router";
import type { RootData } from "#app/root-data.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";

/** Offers an account after an order without one (EDPB, Recommendations 2/2025); renders nothing for a signed-in viewer. */
export function CreateAccount({ orderId }: { orderId: string }) {
  if (useRouteLoaderData<RootData>("root")?.viewer) return null;
  return (
    <section className="panel panel__body stack" aria-labelledby="creer-compte">
      <h2 className="h4" id="creer-compte">
        Créer mon compte
      </h2>
      <p>
        Facultatif&nbsp;: un mot de passe suffit. Vos commandes passées avec cette adresse
        rejoindront votre compte dès que vous l’aurez confirmée, par un lien envoyé par e-mail.
      </p>
      <div className="acts-row">
        <ButtonLink
          to={`/connexion?${new URLSearchParams({ retour: "commande", id: orderId, mode: "inscription" })}`}
          variant="secondary"
          size="s"
        >
          Créer mon compte
        </ButtonLink>
      </div>
    </section>
  );
}

function JoinAccount() {
  return (
    <Form className="panel panel__body stack" method="post" aria-labelledby="ajouter-au-compte">
      <h2 className="h4" id="ajouter-au-compte">
        Ajouter à mon compte
      </h2>
      <p>
        Cette commande a été passée avec votre adresse, sans votre compte. Ajoutez-la&nbsp;: vous la
        retrouverez dans «&nbsp;Mes commandes&nbsp;», ou vous nous direz qu’elle n’est pas la vôtre.
      </p>
      <div className="acts-row">
        <Button variant="secondary" size="s" name="intent" value="join">
          Ajouter à mon compte
        </Button>
      </div>
    </Form>
  );
}

type GuestPanelProps = {
  orderId: string;
  /** The viewer has signed in with its address. */
  isJoinable: boolean;
};

/** On the page of an order without an account: links to add it to an account, and to close it on a shared computer. */
export function GuestPanel({ orderId, isJoinable }: GuestPanelProps) {
  return (
    <>
      {isJoinable && <JoinAccount />}
      <CreateAccount orderId={orderId} />
      <Form className="panel panel__body stack" method="post" action="/deconnexion">
        <p className="soft">
          Cette commande reste ouverte dans ce navigateur. Le lien de nos e-mails la rouvre pendant
          un an.
        </p>
        <div className="acts-row">
          <Button variant="plain" size="s">
            Fermer mes commandes sur cet appareil
          </Button>
        </div>
      </Form>
    </>
  );
}
