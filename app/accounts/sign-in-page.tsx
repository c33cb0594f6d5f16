import { useEffect } from "react";
import {
  data,
  NavigationType,
  redirect,
  redirectDocument,
  useNavigationType,
  useRouteLoaderData,
  useSearchParams,
} from "react-router";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, typedValues, readForm } from "#app/platform/form.server.ts";
import { requestContext } from "#app/request-context.ts";
import type { RootData } from "#app/root-data.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Note } from "#app/ui/note.tsx";
import type { Route } from "./+types/sign-in-page.ts";
import { COMMON_PASSWORD, REFUSED, TOO_MANY_TRIES } from "./account-schema.ts";
import { signIn, signUp, type SignUpOutcome } from "./auth.server.ts";
import { isPlacedHere } from "./guest-orders.server.ts";
import { ownerOf } from "./order-access.ts";
import { guestEmailOf } from "./order-owner.server.ts";
import signInPicture from "./pictures/sign-in.webp";
import signUpPicture from "./pictures/sign-up.webp";
import { returnPath } from "./return-to.ts";
import { SignInForm, type SignInAnswer } from "./sign-in-form.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";
import { signInForm, signUpForm } from "./sign-in-schema.ts";

const CLOSED_SHOP = "Les inscriptions ouvriront avec la boutique.";

const SIGN_IN = { title: "Connexion", picture: signInPicture };
const SIGN_UP = { title: "Créer un compte", picture: signUpPicture };

/** The mode is in the URL, so that the toggle works without JavaScript. */
function isSignUp(search: URLSearchParams): boolean {
  return search.get("mode") === "inscription";
}

export const meta: Route.MetaFunction = ({ location, matches }) => {
  const { title } = isSignUp(new URLSearchParams(location.search)) ? SIGN_UP : SIGN_IN;
  return noindexMeta(title, matches);
};

/**
 * `isGuestOrder`: the order to return to has no account and is open in this browser. `email`: its address, for a new account, if this
 * browser placed it.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { id, opened } = await ownerOf(context);
  if (id !== null) throw redirect("/");
  const search = new URL(request.url).searchParams;
  const links = opened.filter(({ orderId }) => orderId === search.get("id"));
  const order = links.find(isPlacedHere) ?? links[0];
  const { db } = context.get(requestContext).services;
  const email = order ? await guestEmailOf(db, order) : null;
  return {
    isGuestOrder: email !== null,
    email: isSignUp(search) && order && isPlacedHere(order) ? email : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, caller, viewer } = context.get(requestContext);
  const search = new URL(request.url).searchParams;
  // The visitor has signed in meanwhile in another tab: nothing to do here.
  if (await viewer()) throw redirect(returnPath(search));
  const form = await readForm(request);
  if (isSignUp(search)) {
    const parsed = parseForm(signUpForm, form);
    if (!parsed.ok) return refuse(400, parsed);
    const { name, email, password } = parsed.value;
    return conclude(await signUp(services, caller, { name, email, password }), search, form);
  }
  const parsed = parseForm(signInForm, form);
  if (!parsed.ok) return refuse(400, parsed);
  return conclude(await signIn(services, caller, parsed.value), search, form);
}

/** The one message for every cause (specification §5), with field errors that reveal nothing. */
function refuse(
  status: number,
  { reason = null, errors = {}, values }: Partial<SignInAnswer> & Pick<SignInAnswer, "values">,
) {
  return data<SignInAnswer>({ message: REFUSED, reason, errors, values }, { status });
}

function conclude(outcome: SignUpOutcome, search: URLSearchParams, form: FormData) {
  const values = typedValues(signUpForm, form);
  switch (outcome.kind) {
    case "signed-in": {
      const headers = new Headers();
      for (const cookie of outcome.cookies) headers.append("set-cookie", cookie);
      // A document load: the live stream and loaded data belong to the former visitor, and /payement/* needs its own
      // content security policy.
      throw redirectDocument(returnPath(search), { headers });
    }
    case "too-many":
      return refuse(429, { reason: TOO_MANY_TRIES, values });
    case "common-password":
      return refuse(400, { errors: { password: COMMON_PASSWORD }, values });
    case "closed":
      return refuse(503, { reason: CLOSED_SHOP, values });
    case "refused":
      return refuse(401, { values });
  }
}

export default function SignInPage({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const signsUp = isSignUp(search);
  const { title, picture } = signsUp ? SIGN_UP : SIGN_IN;
  const isOpen = !useRouteLoaderData<RootData>("root")?.closed;
  return (
    <SignInFrame title={title} picture={picture}>
      {isOpen ? <ModeToggle search={search} /> : <p className="auth__lead">{CLOSED_SHOP}</p>}
      {isOpen || !signsUp ? (
        <>
          <Reminder search={search} isGuestOrder={loaderData.isGuestOrder} />
          <SignInForm signsUp={signsUp} answer={actionData} email={loaderData.email} />
          {isOpen && search.get("retour") === "panier" && <WithoutAccount />}
        </>
      ) : (
        <ButtonLink to="/connexion" block>
          Se connecter
        </ButtonLink>
      )}
    </SignInFrame>
  );
}

/** The link to order without an account (EDPB, Recommendations 2/2025): back to the cart, which then asks for an e-mail. */
function WithoutAccount() {
  return (
    <div className="auth__without">
      <p className="hint">Un compte n’est pas nécessaire pour commander.</p>
      <ButtonLink to="/panier?sans-compte" variant="secondary" block>
        Continuer sans compte
      </ButtonLink>
    </div>
  );
}

const REMINDERS = {
  panier: { icon: "shopping-bag", what: "Votre panier vous attend", next: "commander" },
  favori: { icon: "heart", what: "Votre favori n’attend que vous", next: "le garder" },
  avis: { icon: "star", what: "Votre avis est gardé", next: "le publier" },
  commande: { icon: "package", what: "Votre commande est dans votre compte", next: "la voir" },
} as const;

/** Reminds a visitor of the order, favourite or review that sign-in interrupted. */
function Reminder({ search, isGuestOrder }: { search: URLSearchParams; isGuestOrder: boolean }) {
  const place = search.get("retour");
  const isFirstPage = useNavigationType() === NavigationType.Pop;
  // After a form that was submitted in the middle of a page, React Router keeps the scroll position. A page that has just been
  // loaded is not scrolled: during hydration, the button that the visitor is about to press would move.
  useEffect(() => {
    if (!isFirstPage) window.scrollTo(0, 0);
    // oxlint-disable-next-line react/exhaustive-deps -- only when the page appears
  }, []);
  if (!place || !Object.hasOwn(REMINDERS, place)) return null;
  const { icon, what, next } = REMINDERS[place as keyof typeof REMINDERS];
  if (isGuestOrder && place === "commande")
    return (
      <Note icon={icon}>
        Votre commande rejoindra le compte de la même adresse e-mail, une fois cette adresse
        confirmée.
      </Note>
    );
  // A link to an account's order leads here: its owner has an account already.
  const createsAccount = isSignUp(search) && place !== "commande";
  return (
    <Note icon={icon}>
      <p>
        {what}
        {"\u00a0: "}
        <span className="nw">
          {createsAccount ? "créez votre compte" : "connectez-vous"}
        </span> pour{" "}
        {search.has("preuve") ? "confirmer votre adresse e-mail" : next}.
      </p>
    </Note>
  );
}

/** Two links, which keep the « retour » parameter. */
function ModeToggle({ search }: { search: URLSearchParams }) {
  const signsUp = isSignUp(search);
  const others = new URLSearchParams(search);
  others.delete("mode");
  const signInSearch = others.toString();
  others.set("mode", "inscription");
  return (
    <nav className="tabs" aria-label="Connexion ou création de compte">
      <Link
        to={`/connexion?${signInSearch}`}
        replace
        preventScrollReset
        aria-current={signsUp ? undefined : "page"}
      >
        Se connecter
      </Link>
      <Link
        to={`/connexion?${others}`}
        replace
        preventScrollReset
        aria-current={signsUp ? "page" : undefined}
      >
        Créer un compte
      </Link>
    </nav>
  );
}
