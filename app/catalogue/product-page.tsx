import { data, useRouteLoaderData } from "react-router";
import { requireViewer, signInFirst } from "#app/accounts/access.ts";
import { deliverySummary } from "#app/delivery/delivery-texts.ts";
import { isMissingPage, ListError, RouteErrorScreen } from "#app/error-screen.tsx";
import { useLive } from "#app/live/live.tsx";
import { pageMeta, siteOf } from "#app/page-meta.ts";
import { parseForm, readForm, typedValues } from "#app/platform/form.server.ts";
import { htmlToPlainText } from "#app/platform/html-text.server.ts";
import { orNull } from "#app/platform/log.server.ts";
import { returnSummary } from "#app/platform/return-period-schema.ts";
import { breadcrumbJsonLd } from "#app/platform/structured-data.tsx";
import { requestContext } from "#app/request-context.ts";
import { commentSchema } from "#app/reviews/comment-schema.ts";
import { changeComment, removeComment } from "#app/reviews/own-comments.server.ts";
import { parseReviewQuery } from "#app/reviews/review-query.ts";
import { ReviewsSection } from "#app/reviews/reviews-section.tsx";
import { listComments, publishComment } from "#app/reviews/reviews.server.ts";
import type { RootData } from "#app/root-data.ts";
import { useShopName } from "#app/shop-name.ts";
import { Carousel } from "#app/ui/carousel.tsx";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { formatPrice } from "#app/ui/price.ts";
import type { Route } from "./+types/product-page.ts";
import { availabilityOf } from "./availability.ts";
import { shownDescription } from "./description.server.tsx";
import { otherSpecifications, productSheet } from "./facts/product-sheet.server.ts";
import { CAROUSEL_SIZES, ProductCard } from "./product-card.tsx";
import { ProductNotice } from "./product-description.tsx";
import { productJsonLd } from "./product-json-ld.ts";
import { displayName } from "./product-name.ts";
import { PRODUCT_ID, type FamilySwitch } from "./product-schema.ts";
import { getProduct, type Family } from "./products.server.ts";
import { breadcrumbOf, Purchase } from "./purchase.tsx";

/** How many comments are shown first, and at most when the reader requests all. */
const FIRST_COMMENTS = 6;
const ALL_COMMENTS = 500;

const notFound = () => data("Document not found", { status: 404 });

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { services, addTags, viewer } = context.get(requestContext);
  const { db, log } = services;
  const { id } = params;
  if (!PRODUCT_ID.test(id)) throw notFound();
  const reader = await viewer();
  const { rate, isWhole } = parseReviewQuery(new URL(request.url).searchParams);
  const limit = isWhole ? ALL_COMMENTS : FIRST_COMMENTS;
  const [found, reviews] = await Promise.all([
    getProduct(db, id),
    orNull(log, "comments", listComments(db, id, { rate, limit, viewerId: reader?.id ?? null })),
  ]);
  if (!found) throw notFound();
  const { similar, recommended, facts, reducedUntil, family, description, ...stored } = found;
  const product = { ...stored, composition: htmlToPlainText(stored.composition) };
  const { html, plain, excerpt } = shownDescription(description);
  const sheet = productSheet(
    facts,
    product.composition,
    services.settings.current().shop.responsiblePerson,
  );
  // Any change of a product in the category may change the similar and recommended products.
  addTags(
    `product:${product.id}`,
    `comments:${product.id}`,
    `stock:${product.id}`,
    `category:${product.category}`,
  );
  for (const other of [...similar, ...recommended, ...(family?.members ?? [])])
    addTags(`product:${other.id}`);
  const { config, settings } = services;
  const described = {
    ...product,
    ...sheet,
    description: plain,
    reducedUntil,
    family,
    name: displayName(product.name),
  };
  const structuredData = productJsonLd(described, config.baseUrl, settings.current().shop.name);
  const reduction =
    reducedUntil &&
    `Réduction jusqu’au ${frenchLongDay(reducedUntil)}. Le prix barré est le plus bas des 30 jours qui l’ont précédée.`;
  const delivery = deliverySummary(settings.current().groups, {
    articlesCents: product.priceCents,
    weightGrams: facts.weightGrams ?? 0,
  });
  return {
    product: { ...product, specifications: otherSpecifications(product.specifications, facts) },
    description: html,
    excerpt,
    delivery,
    returns: returnSummary(settings.current().shop.returnDays),
    sheet,
    similar,
    recommended,
    reviews,
    rate,
    structuredData,
    reduction,
    availability: availabilityOf(product.available),
    family: family && switchOf(family),
  };
}

/** The family as the page shows it. */
function switchOf({ kind, members }: Family): FamilySwitch {
  const isPriced = kind === "contenance";
  return {
    title: isPriced ? "Contenance" : "Teinte",
    members: members.map(({ priceCents, ...member }) => ({
      ...member,
      price: isPriced ? formatPrice(priceCents) : null,
    })),
  };
}

const TOO_MANY_COMMENTS =
  "Vous avez publié beaucoup d’avis en peu de temps\u00a0: réessayez dans une heure.";

/** Publishes, changes or deletes a comment; a visitor signs in first (specification §5). */
export async function action({ params, request, context }: Route.ActionArgs) {
  if (!PRODUCT_ID.test(params.id)) throw notFound();
  const signInReturn = { place: "avis", id: params.id } as const;
  const customer = await requireViewer(context, signInReturn);
  const posted = await readForm(request);
  const { services } = context.get(requestContext);
  const commentId = posted.get("avis")?.toString() ?? null;
  if (commentId !== null && posted.get("intent") === "supprimer") {
    const outcome = await removeComment(services.db, customer, { productId: params.id, commentId });
    return data(outcome, outcome.kind === "not-yours" ? 404 : 200);
  }
  // With the field `sans-note`, the form asks about a missing rating instead of showing an error (specification §5).
  if (posted.has("sans-note") && !posted.has("rate"))
    return data(
      { kind: "unrated" as const, values: typedValues(commentSchema, posted) },
      { status: 400 },
    );
  const form = parseForm(commentSchema, posted);
  if (!form.ok)
    return data(
      { kind: "invalid" as const, commentId, values: form.values, errors: form.errors },
      { status: 400 },
    );
  if (!(await services.limits.allow("comment", { account: customer.id })))
    return data(
      {
        kind: "invalid" as const,
        commentId,
        values: typedValues(commentSchema, posted),
        errors: { text: TOO_MANY_COMMENTS },
      },
      { status: 429 },
    );
  if (commentId !== null) {
    const mine = { productId: params.id, commentId, ...form.value };
    const outcome = await changeComment(services.db, customer, mine);
    return data(outcome, outcome.kind === "not-yours" ? 404 : 200);
  }
  const outcome = await publishComment(services.db, customer, {
    productId: params.id,
    ...form.value,
  });
  if (outcome.kind === "no-account") throw signInFirst(signInReturn);
  if (outcome.kind === "unknown-product") throw notFound();
  return outcome;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  // Without data, the error screen renders its own title.
  if (!loaderData) return [];
  const { product, structuredData } = loaderData;
  const site = siteOf(matches);
  const name = displayName(product.name);
  const picture = product.pictures[0];
  return [
    ...pageMeta({
      title: name,
      description: loaderData.excerpt || `${name}, par ${site.name}.`,
      path: `/produit/${product.id}`,
      image: picture && `/media/${picture.path}`,
      ...site,
    }),
    structuredData,
    breadcrumbJsonLd(breadcrumbOf(product), site.baseUrl),
  ];
}

export default function ProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, sheet, similar, recommended, reviews, rate, reduction, availability, family } =
    loaderData;
  const isSignedIn = Boolean(useRouteLoaderData<RootData>("root")?.viewer);
  useLive(
    `comments:${product.id}`,
    `stock:${product.id}`,
    ...(family?.members ?? [product]).map(({ id }) => `product:${id}`),
  );
  const name = displayName(product.name);
  return (
    // With the key, the state (quantity, typed comment) is reset for another product. Within a family the quantity stays, and
    // the focus on the switch.
    <Purchase
      key={family?.members[0]?.id ?? product.id}
      product={product}
      name={name}
      reduction={reduction}
      delivery={loaderData.delivery}
      returns={loaderData.returns}
      availability={availability}
      family={family}
    >
      <ProductNotice
        product={product}
        description={loaderData.description}
        sheet={sheet}
        recommended={recommended}
      />
      <ReviewsSection
        key={product.id}
        product={product}
        list={reviews}
        rate={rate}
        isSignedIn={isSignedIn}
        answer={actionData}
      />
      {similar.length > 0 && (
        <div className="section">
          <div className="wrap">
            <Carousel id="similaires" title="Produits similaire" label="Produits similaire">
              {similar.map((other) => (
                <ProductCard key={other.id} product={other} sizes={CAROUSEL_SIZES} />
              ))}
            </Carousel>
          </div>
        </div>
      )}
    </Purchase>
  );
}

/** The page of a product that does not exist or cannot be loaded; header and footer stay (specification §8). */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shopName = useShopName();
  if (isMissingPage(error)) return <RouteErrorScreen error={error} />;
  return (
    <div className="wrap page-end section">
      <title>{`Produit · ${shopName}`}</title>
      <meta name="robots" content="noindex" />
      <ListError level={1} />
    </div>
  );
}
