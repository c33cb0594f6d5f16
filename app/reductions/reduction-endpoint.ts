import { z } from "zod";
import { PRODUCT_ID } from "#app/catalogue/product-schema.ts";
import { databaseNow } from "#app/platform/database-clock.server.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { parisDay } from "#app/ui/french-date.ts";
import type { Route } from "./+types/reduction-endpoint.ts";
import { sumOf } from "./apply-reduction.ts";
import { chooseReduction, reducibleProducts } from "./reductions.server.ts";

const MOST_LINES = 100;
const articles = z
  .array(z.object({ id: z.string().regex(PRODUCT_ID), qty: z.int().min(1).max(99) }))
  .max(MOST_LINES);

/** What the cart shows. `code`: the code that was asked about; `message`: why it can't be used, or that another one is better. */
export type CartReduction = {
  code: string;
  name: string | null;
  reductionCents: number;
  message: string | null;
};

const TOO_MANY = "Vous avez essayé beaucoup de codes. Réessayez dans un quart d’heure.";

/**
 * GET /panier/reduction?articles=[{"id":…,"qty":…}]&code=…: the reduction of a cart at current prices. The order checks everything
 * again (orders/place-order.server.ts).
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<CartReduction> {
  const { services, caller, viewer } = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const code = (searchParams.get("code") ?? "").slice(0, 60);
  const none = { code, name: null, reductionCents: 0 };
  if (code && !(await services.limits.allow("reduction-code", caller)))
    return { ...none, message: TOO_MANY };
  const wanted = articles.safeParse(parseJson(searchParams.get("articles") ?? ""));
  if (!wanted.success) return { ...none, message: null };
  const products = new Map(
    (
      await reducibleProducts(
        services.db,
        wanted.data.map(({ id }) => id),
      )
    ).map((product) => [product.id, product]),
  );
  const who = await viewer();
  const chosen = await chooseReduction(
    services.db,
    services.settings.current().groups,
    {
      code,
      lines: wanted.data.flatMap(({ id, qty }) => {
        const product = products.get(id);
        return product ? [{ ...product, cents: product.priceCents * qty }] : [];
      }),
      deliveryCents: 0,
      buyer: who && { customerId: who.id },
      today: parisDay(new Date(databaseNow())),
    },
    false,
  );
  if (chosen.kind === "refused") return { ...none, message: chosen.message };
  const { applied, isBetterThanCode } = chosen;
  return {
    code,
    name: applied?.name ?? null,
    reductionCents: applied ? sumOf(applied) : 0,
    message:
      isBetterThanCode && applied
        ? `«\u00a0${applied.name}\u00a0» est plus avantageux que ce code\u00a0: c’est lui qui s’applique.`
        : null,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
