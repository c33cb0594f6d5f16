import { useRef, useState } from "react";
import { data } from "react-router";
import { pageMeta, siteOf } from "#app/page-meta.ts";
import { parseForm, typedValues, readForm } from "#app/platform/form.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { requestContext } from "#app/request-context.ts";
import { useShop } from "#app/root-shop.ts";
import { Breadcrumb } from "#app/ui/breadcrumb.tsx";
import { EmailLink, PhoneLink } from "#app/ui/contact-links.tsx";
import { Italic } from "#app/ui/italic.tsx";
import { Note } from "#app/ui/note.tsx";
import { toast } from "#app/ui/toast.tsx";
import { useAnswer } from "#app/ui/use-answer.ts";
import type { Route } from "./+types/contact-page.ts";
import { ContactForm, type ContactAnswer } from "./contact-form.tsx";
import { contactForm } from "./contact-schema.ts";
import { sendMessage } from "./send-message.server.ts";

const SENT = "Message envoyé avec success";
const NOT_SENT = "Erreur d'envoie";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: "Contact",
    description: `Une question sur un produit, une commande, un retour ? Écrivez à ${siteOf(matches).name}, appelez-nous ou envoyez un e-mail : une personne vous lit.`,
    path: "/contact",
    ...siteOf(matches),
  });

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const parsed = parseForm(contactForm, form);
  if (!parsed.ok) {
    const { values, errors } = parsed;
    return data<ContactAnswer>({ kind: "invalid", values, errors }, 400);
  }
  const { services, caller } = context.get(requestContext);
  try {
    if ((await sendMessage(services, caller, parsed.value)) === "too-many")
      return data<ContactAnswer>(
        { kind: "failed", values: typedValues(contactForm, form), errors: {} },
        { status: 429 },
      );
  } catch (error) {
    // Specification §8: a failed send is an outcome, not an error page, so the typed text is kept.
    services.log.error({ error: describeError(error) }, "contact message");
    return data<ContactAnswer>(
      { kind: "failed", values: typedValues(contactForm, form), errors: {} },
      503,
    );
  }
  return data<ContactAnswer>({ kind: "sent", values: {}, errors: {} });
}

export default function ContactPage({ actionData: answer }: Route.ComponentProps) {
  // The answer to a document POST (no scripts) is shown in the page; later ones also as a toast.
  const [documentAnswer] = useState(answer);
  const [lastAnswer, setLastAnswer] = useState(answer);
  const [sentCount, setSentCount] = useState(0);
  if (lastAnswer !== answer) {
    setLastAnswer(answer);
    if (answer?.kind === "sent") setSentCount(sentCount + 1);
  }
  const isNew = answer !== documentAnswer;
  // The answer shown when the visitor submitted the next message. Its thanks are hidden then, because they would contradict a
  // failure of that next message.
  const [outdated, setOutdated] = useState<ContactAnswer>();

  const notice = useRef<HTMLDivElement>(null);
  useAnswer(isNew ? answer : null, ({ kind }) => {
    if (kind === "failed") toast.error(NOT_SENT);
    if (kind === "sent") {
      toast.success(SENT);
      notice.current?.focus();
    }
  });

  return (
    <div className="wrap">
      <Breadcrumb items={[{ label: "Accueil", to: "/" }, { label: "Contact" }]} />
      <div className="split">
        <Welcome />
        <div className="split__r">
          {answer?.kind === "sent" && answer !== outdated && (
            <div className="contact__sent" ref={notice} tabIndex={-1}>
              <Note tone="ok" title={isNew ? "Merci, votre message est bien arrivé" : SENT}>
                Nous vous répondons à l’adresse que vous avez indiquée.
              </Note>
            </div>
          )}
          {/* The new key after each sent message empties the form. */}
          <ContactForm
            key={sentCount}
            answer={answer}
            failure={isNew ? "Votre message n’est pas parti" : NOT_SENT}
            onSubmit={() => setOutdated(answer)}
          />
        </div>
      </div>
    </div>
  );
}

function Welcome() {
  const shop = useShop();
  return (
    <div className="split__l">
      <h1 className="h2">
        Contactez-<Italic>nous</Italic>
      </h1>
      <p>Un produit, une commande, un retour ? Écrivez-nous, une personne vous lit.</p>
      {shop && (
        <ul className="contact__ways">
          {shop.phone && (
            <li>
              <PhoneLink phone={shop.phone} />
            </li>
          )}
          {shop.email && (
            <li>
              <EmailLink email={shop.email} />
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
