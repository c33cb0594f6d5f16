import { useState } from "react";
import { data, Form } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { useLive } from "#app/live/live.tsx";
import { noindexMeta } from "#app/page-meta.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import { Panel } from "#app/ui/areas/panel.tsx";
import { Tag } from "#app/ui/areas/tag.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/opening-page.ts";
import { acceptPostgres } from "./accept-postgres.server.ts";
import { missingOf, SECTIONS, type Line } from "./checklist-line.ts";
import { OpeningQuestion, OpeningState, questionOf, Titles } from "./opening-state.tsx";
import { closeShop, openShop, readChecklist } from "./opening.server.ts";
import { sendTrialMail } from "./trial-mail.server.ts";

const TITLE = "Ouverture";

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  return {
    lines: await readChecklist(services),
    isOpen: services.settings.current().isOpen,
    isDemo: services.config.demo,
    mailTo: admin.email,
    // Without JavaScript: the question before opening or closing.
    asked: questionOf(new URL(request.url).searchParams),
  };
}

type Answer = { tone: "ok" | "error"; text: string; missing?: string[] };

export async function action({ request, context }: Route.ActionArgs) {
  const admin = await requireAdmin(context);
  const { services } = context.get(requestContext);
  const answer = (status: number, body: Answer) => data<Answer>(body, { status });
  switch ((await readForm(request)).get("intent")) {
    case "open": {
      const outcome = await openShop(services, admin);
      return outcome.kind === "opened"
        ? answer(200, { tone: "ok", text: "La boutique est ouverte au public." })
        : answer(409, {
            tone: "error",
            text: "La boutique reste fermée\u00a0: il manque",
            missing: outcome.missing.map(({ title }) => title),
          });
    }
    case "close":
      if (services.config.demo)
        return answer(409, { tone: "error", text: "Une boutique de démonstration reste ouverte." });
      await closeShop(services, admin);
      return answer(200, { tone: "ok", text: "La boutique est fermée au public." });
    case "accept-postgres":
      await acceptPostgres(services, admin);
      return answer(200, { tone: "ok", text: "C’est noté dans l’historique." });
    case "trial-mail":
      switch (await sendTrialMail(services, admin)) {
        case "sent":
          return answer(200, {
            tone: "ok",
            text: `Un message d’essai part vers ${admin.email}\u00a0: ouvrez son lien.`,
          });
        case "too-many":
          return answer(429, {
            tone: "error",
            text: "Dix messages d’essai par heure au plus\u00a0: réessayez plus tard.",
          });
        case "no-server":
          return answer(409, {
            tone: "error",
            text: "Le message d’essai n’est pas parti\u00a0: aucun serveur d’envoi n’est réglé. Sur le serveur, donnez SMTP_URL, puis redémarrez la boutique (README, «\u00a0Settings\u00a0»).",
          });
      }
    default:
      throw data(null, { status: 400 });
  }
}

export default function OpeningPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive("settings", "product", "proof");
  const { lines, isOpen, isDemo, mailTo, asked } = loaderData;
  const missing = missingOf(lines);
  const [question, setQuestion] = useState(asked);
  const possible = isDemo || (!isOpen && missing.length > 0) ? null : isOpen ? "close" : "open";
  return (
    <>
      <PageHead title={TITLE}>
        {isOpen
          ? "La boutique est ouverte. Cette liste montre ce qui est prêt et ce qui manque."
          : "La boutique est fermée au public. Cette liste montre ce qui est prêt et ce qui manque."}
      </PageHead>
      {actionData && (
        <Note tone={actionData.tone} focusOn={actionData} title={actionData.text}>
          {actionData.missing && <Titles of={actionData.missing} />}
        </Note>
      )}
      {isDemo ? (
        <Note title="Une boutique de démonstration est toujours ouverte">
          Voici ce que demanderait la vôtre (réglage DEMO=0).
        </Note>
      ) : (
        <OpeningState missing={missing} isOpen={isOpen} onAsk={setQuestion} />
      )}
      <div className="stack">
        {Object.entries(SECTIONS).map(([section, title]) => (
          <Panel key={section} id={section} title={title}>
            <ul className="opening__lines">
              {lines
                .filter((line) => line.section === section)
                .map((line) => (
                  <LineRow key={line.id} line={line} />
                ))}
            </ul>
            {section === "mails" && (
              <Form className="panel__foot" method="post" preventScrollReset>
                <Button variant="secondary" size="s" name="intent" value="trial-mail">
                  Envoyer un message d’essai
                </Button>
                <span>{`Vers ${mailTo}`}</span>
              </Form>
            )}
          </Panel>
        ))}
      </div>
      <OpeningQuestion
        question={question === possible ? question : null}
        advised={lines.filter(({ isDone, isObligatory }) => !isDone && !isObligatory)}
        onDone={() => setQuestion(null)}
      />
    </>
  );
}

function LineRow({ line }: { line: Line }) {
  const { title, isDone, isMoot, isObligatory, why, to, button } = line;
  return (
    <li>
      {isMoot ? (
        <Tag tone="outline" label="Sans objet ici" />
      ) : isDone ? (
        <Tag tone="success" icon="check" label="Fait" />
      ) : isObligatory ? (
        <Tag tone="error" icon="circle-alert" label="Obligatoire" />
      ) : (
        <Tag tone="warning" icon="info" label="Conseillé" />
      )}
      <div>
        <b>{title}</b>
        <p>
          {why.split("`").map((part, index) => (index % 2 ? <code key={part}>{part}</code> : part))}
        </p>
      </div>
      {!isDone && button && (
        <Form method="post" preventScrollReset>
          <Button
            variant="secondary"
            size="s"
            name="intent"
            value={button.intent}
            aria-label={`${button.label}\u00a0: ${title}`}
          >
            {button.label}
          </Button>
        </Form>
      )}
      {!isDone && to !== null && (
        <TextLink to={to} aria-label={`Compléter\u00a0: ${title}`}>
          Compléter
        </TextLink>
      )}
    </li>
  );
}
