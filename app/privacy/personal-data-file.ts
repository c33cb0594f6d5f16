import { requireViewer } from "#app/accounts/access.ts";
import { streamText } from "#app/platform/stream-text.server.ts";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/personal-data-file.ts";
import { personalData } from "./personal-data.server.ts";

const TOO_MANY = "Cinq téléchargements par heure au plus\u00a0: réessayez dans une heure.";

/** GET: the viewer's personal data as one streamed JSON file; 429 with a plain text above the rate limit. */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, { place: "parametres" });
  const { services, caller } = context.get(requestContext);
  if (!(await services.limits.allow("personal-data", { ...caller, account: viewer.id })))
    return new Response(TOO_MANY, {
      status: 429,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  const word = fileWord(services.settings.current().shop.name);
  return new Response(streamText(personalData(services, viewer)), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="mes-donnees-${word}.json"`,
    },
  });
}

/** A name as part of a file name: « Éclat » → « eclat »; letters of other alphabets are left out. */
const fileWord = (name: string) =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "") || "boutique";
