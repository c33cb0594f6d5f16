import { NO_SALES_CALLS, OVERSEAS_TAXES } from "#app/platform/legal-constants.ts";
import type { Shop } from "#app/settings/shop.ts";
import { TextLink } from "#app/ui/link.tsx";
import type { LegalSection } from "./legal-page.tsx";
import { exemptionOf, Seller } from "./seller-facts.tsx";
import { guaranteeSection } from "./terms-guarantees.tsx";
import type { TermsParts } from "./terms-parts.server.tsx";
import { withdrawalSection } from "./terms-withdrawal.tsx";

/** The terms of sale, with the seller's identity from the settings. */
export function termsSections(
  shop: Shop,
  { clauses, guarantee, delivery, toOverseas, unpaidDays, cash, ...withdrawal }: TermsParts,
): LegalSection[] {
  return [
    sellerSection(shop),
    products,
    pricesSection(shop, delivery.length > 0, toOverseas),
    order,
    paymentSection(unpaidDays, cash),
    deliverySection(shop, delivery),
    withdrawalSection(shop, withdrawal),
    guaranteeSection(shop, guarantee),
    complaintsSection(shop),
    personalData,
    law,
    ...(clauses ? [ownClauses(clauses)] : []),
  ];
}

const ownClauses = (html: string): LegalSection => ({
  id: "clauses-particulieres",
  title: "Clauses particulières",
  // oxlint-disable-next-line react/no-danger -- written and escaped by React (terms-parts.server.tsx)
  body: <div className="legal__own" dangerouslySetInnerHTML={{ __html: html }} />,
});

const sellerSection = (shop: Shop): LegalSection => ({
  id: "vendeur",
  title: "Le vendeur et ces conditions",
  body: (
    <>
      <p>Les produits de ce site sont vendus par :</p>
      <Seller shop={shop} />
      <p>
        Ces conditions s’appliquent à toutes les commandes passées sur ce site. La version qui vous
        lie est celle en ligne le jour de votre commande.
      </p>
      <p>
        Si vous êtes mineur, commandez avec l’accord d’un parent. Comment ce site s’utilise avec un
        handicap : <TextLink to="/accessibilite">accessibilité</TextLink>.
      </p>
    </>
  ),
});

const products: LegalSection = {
  id: "produits",
  title: "Les produits",
  body: (
    <>
      <p>
        Chaque fiche décrit le produit, sa composition et ses caractéristiques. Lisez la composition
        avant d’acheter si vous êtes allergique à un ingrédient. Nos produits sont des cosmétiques :
        aucun n’est un médicament.
      </p>
      <p>
        Une nuance peut varier d’un écran à l’autre. Un produit est en vente tant qu’il figure dans
        la boutique sans y être épuisé.
      </p>
    </>
  ),
};

const pricesSection = (shop: Shop, hasFees: boolean, toOverseas: boolean): LegalSection => ({
  id: "prix",
  title: "Les prix",
  body: (
    <>
      <p>
        <span>
          {shop.vatExempt
            ? `Les prix sont en euros, sans TVA : ${exemptionOf(shop)}. Le panier montre, avant la commande, le total à payer.`
            : "Les prix sont en euros, toutes taxes comprises. Le panier montre, avant la commande, le total à payer et la TVA qu’il contient."}
        </span>{" "}
        <span>
          {`${hasFees ? "Les frais de livraison sont dans ce total : rien ne s’y ajoute" : "La livraison est offerte : rien ne s’ajoute à ce total"}${toOverseas ? `, sauf outre-mer. ${OVERSEAS_TAXES}` : "."}`}
        </span>
      </p>
      <p>
        Le prix est celui du moment où vous commandez : s’il a changé depuis que vous avez vu votre
        panier, le nouveau total s’affiche, et vous décidez.
      </p>
    </>
  ),
});

const order: LegalSection = {
  id: "commande",
  title: "La commande",
  body: (
    <>
      <p>Pour commander :</p>
      <ol>
        <li>mettez des produits dans le panier ;</li>
        <li>
          dans le panier, vérifiez les produits, les quantités et le total, choisissez la livraison
          et le paiement, indiquez votre nom, votre téléphone et votre adresse ;
        </li>
        <li>
          connectez-vous, créez un compte ou continuez sans compte, avec votre adresse e-mail ;
        </li>
        <li>
          cliquez sur « Commander avec obligation de paiement ». Jusqu’à ce clic, tout se corrige
          dans le panier.
        </li>
      </ol>
      <p>
        Ce clic forme le contrat, en français, et vous engage à payer, sauf si la commande prend fin
        sans paiement (section « Le paiement »). Vos commandes, leur contenu et leur numéro de
        livraison restent dans votre compte, page{" "}
        <TextLink to="/admin/my-orders">Mes commandes</TextLink>. Sans compte, le lien de nos
        e-mails y mène.
      </p>
    </>
  ),
};

const paymentSection = (unpaidDays: number, cash: TermsParts["cash"]): LegalSection => ({
  id: "paiement",
  title: "Le paiement",
  body: (
    <>
      {cash === "never" ? (
        <p>Les commandes se paient en ligne :</p>
      ) : (
        <p>Deux moyens, à choisir avant de commander :</p>
      )}
      <ul>
        <li>
          <b>en ligne</b>, par PayPal ou par carte bancaire, sur la page qui suit la commande. Le
          montant est débité quand vous validez le paiement. La carte est traitée par PayPal : son
          numéro ne passe jamais par notre site{cash === "never" ? "." : " ;"}
        </li>
        {cash !== "never" && (
          <li>
            <b>{cash === "home" ? "à la livraison à domicile" : "à la livraison"}</b>, en espèces, à
            la remise du colis. La loi limite les paiements en espèces à 1 000 € : au-delà,
            choisissez le paiement en ligne. Si vous n’avez pas encore confirmé votre adresse
            e-mail, notre premier message peut vous demander de le faire dans les 24 heures : sans
            confirmation, la commande prend fin et n’est plus due.
          </li>
        )}
      </ul>
      <p>
        Si un paiement en ligne échoue, rien n’est débité et la commande reste enregistrée : vous
        pouvez réessayer depuis la page de la commande. Nous préparons les commandes à régler en
        ligne une fois payées.
      </p>
      <p>
        Une commande à régler en ligne prend fin sans paiement dans les{" "}
        {unpaidDays === 1 ? "24 heures" : `${unpaidDays} jours`} : un message vous le dit, elle
        n’est alors plus due, rien n’est débité, et vous pouvez commander à nouveau, aux prix du
        jour.
      </p>
    </>
  ),
});

const deliverySection = ({ deliversTo }: Shop, methods: string[]): LegalSection => ({
  id: "livraison",
  title: "La livraison",
  body: (
    <>
      <p>
        Nous livrons en point de relais ou à domicile, {deliversTo}, à l’adresse que vous indiquez.{" "}
        {methods.length > 0
          ? "La période de livraison dépend du mode choisi ;"
          : "La livraison est estimée entre le jour de la commande et le quatrième jour qui suit ;"}{" "}
        cette période s’affiche avant la commande et reste inscrite sur elle. Si vous payez en ligne
        un autre jour, elle court à partir de votre paiement.
      </p>
      {methods.length > 0 && (
        <ul>
          {methods.map((line) => (
            <li key={line}>{line}.</li>
          ))}
        </ul>
      )}
      <p>
        En cas de retard, vous pouvez suspendre le paiement, ou nous mettre en demeure de livrer
        dans un délai supplémentaire raisonnable : « Mettre en demeure de livrer », sur votre
        commande, nous laisse sept jours. Si nous n’y parvenons pas, vous pouvez annuler la
        commande, au même endroit ou par écrit. Vous pouvez annuler immédiatement, par écrit, si
        nous refusons de livrer, s’il est manifeste que nous ne livrerons pas, ou si la date de
        livraison était pour vous une condition essentielle, que les circonstances ou votre demande
        nous ont fait connaître avant la commande. Nous vous remboursons alors tout dans les 14
        jours (articles L216-1 à L216-7 du code de la consommation).
      </p>
      <p>
        Les produits sont à nos risques jusqu’à ce que vous les ayez en main, vous ou la personne
        que vous avez désignée. Si un colis arrive abîmé ou incomplet, écrivez-nous avec une photo :
        tarder un peu ne vous fait perdre aucun droit.
      </p>
    </>
  ),
});

const complaintsSection = ({ email, legalName, mediator }: Shop): LegalSection => ({
  id: "reclamations",
  title: mediator ? "Réclamations et médiation" : "Réclamations",
  body: (
    <>
      <p>
        Écrivez-nous d’abord, par le <TextLink to="/contact">formulaire de contact</TextLink> ou à{" "}
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
        , avec votre numéro de livraison.
      </p>
      {mediator && (
        <p>
          {`Si notre réponse ne vous convient pas, ou sans réponse dans les deux mois, vous pouvez saisir gratuitement le médiateur de la consommation dont relève ${legalName}, dans l’année qui suit votre réclamation écrite (articles L611-1 et suivants du code de la consommation) : ${mediator}.`}
        </p>
      )}
    </>
  ),
});

const personalData: LegalSection = {
  id: "donnees",
  title: "Vos données",
  body: (
    <p>
      Ce que nous gardons de vous, pourquoi et combien de temps :{" "}
      <TextLink to="/plitique-de-confidentialite">politique de confidentialité</TextLink>.{" "}
      {`Votre téléphone sert à la livraison seulement. ${NO_SALES_CALLS}`}
    </p>
  ),
};

const law: LegalSection = {
  id: "droit",
  title: "Droit applicable",
  body: (
    <p>
      Ces conditions suivent le droit français. Si vous habitez un autre pays de l’Union européenne,
      vous gardez la protection des règles impératives de ce pays. Faute d’accord amiable, le
      tribunal compétent est celui que désigne la loi ; vous pouvez toujours choisir celui du lieu
      où vous habitiez au moment du contrat ou du fait en cause.
    </p>
  ),
};
