import { requireAdmin } from "#app/accounts/access.ts";
import { storedPictures } from "#app/media/pictures.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { parseMarkdown } from "#app/platform/markdown.server.ts";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/text-preview.ts";
import { LONGEST_PAGE } from "./pages-schema.ts";
import { picturesInText } from "./pages-settings.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context);
  return Response.json(null);
}

/** POST /admin/reglages/pages/apercu, for administrators: parses the unsaved Markdown of `text` and returns it as JSON. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  // Saving refuses a longer text.
  const text = String((await readForm(request)).get("text") ?? "").slice(0, LONGEST_PAGE);
  return Response.json(parseMarkdown(text, await storedPictures(db, picturesInText(text))));
}
