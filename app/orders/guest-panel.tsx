import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";

/** The offer of an account after an order without one (EDPB, Recommendations 2/2025). */
export function CreateAccount({ orderId }: { orderId: string }) {
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

/** On the page of an order without an account: the offer of one, and a way to leave the order on a shared computer. */
export function GuestPanel({ orderId }: { orderId: string }) {
  return (
    <>
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
