import { data } from "react-router";
import { noindexMeta } from "#app/page-meta.ts";
import { parseForm, readForm, typedValues } from "#app/platform/form.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import { requestContext, type Services } from "#app/request-context.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import type { Route } from "./+types/settings-page.ts";
import { requireAccount, requireViewer, signInFirst } from "./access.ts";
import {
  COMMON_PASSWORD,
  GONE_PHOTO,
  NO_PASSWORD,
  TOO_MANY_ADDRESSES,
  TOO_MANY_CHANGES,
  TOO_MANY_CHECKS,
  WRONG_PASSWORD,
} from "./account-schema.ts";
import { PasswordPanel, type PasswordAnswer } from "./password-panel.tsx";
import { changePassword } from "./password.server.ts";
import { PhotoPanel } from "./photo-panel.tsx";
import { changePhoto, removePhoto } from "./photo.server.ts";
import { ProfileForm, type ProfileAnswer } from "./profile-form.tsx";
import { profileForm } from "./profile-schema.ts";
import {
  cancelAddressChange,
  resendConfirmationLink,
  updateProfile,
  type ProfileUpdate,
} from "./profile.server.ts";
import { RightsPanel } from "./rights-panel.tsx";
import type { Viewer } from "./session.server.ts";
import { SignInAddress } from "./sign-in-address.tsx";
import { changePasswordForm } from "./sign-in-schema.ts";

const TITLE = "Parametres du compte";
type SettingsAnswer = ProfileAnswer | PasswordAnswer;

export const meta: Route.MetaFunction = ({ matches }) => noindexMeta(TITLE, matches);

export async function loader({ context }: Route.LoaderArgs) {
  const account = await requireAccount(context, { place: "parametres" });
  return { account, today: parisToday() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(context, { place: "parametres" });
  const { services } = context.get(requestContext);
  const form = await readForm(request);
  try {
    return await act(services, viewer, form);
  } catch (error) {
    if (error instanceof Response) throw error;
    // Specification §8: a failed update is an outcome, and keeps what was typed.
    services.log.error({ error: describeError(error) }, "profile update");
    const values = typedValues(profileForm, form);
    return data<SettingsAnswer>({ kind: "failed", values, errors: {} }, 503);
  }
}

async function act(services: Services, viewer: Viewer, form: FormData) {
  const values = typedValues(profileForm, form);
  const mayChange = () => services.limits.allow("profile", { account: viewer.id });
  switch (form.get("intent")) {
    case "photo": {
      if (!(await mayChange())) return photoKept();
      const uploadId = String(form.get("upload") ?? "");
      const { kind } = await changePhoto(services, viewer, { uploadId });
      if (kind === "gone") return refused({ photo: GONE_PHOTO }, {});
      return outcomeOf({ kind }, "updated", {});
    }
    case "remove-photo":
      if (!(await mayChange())) return photoKept();
      return outcomeOf(await removePhoto(services, viewer), "updated", {});
    case "confirm-again":
      return outcomeOf(await resendConfirmationLink(services, viewer), "link-asked", {});
    case "call-off":
      return outcomeOf(await cancelAddressChange(services, viewer), "called-off", {});
    case "password":
      return changeOwnPassword(services, viewer, form);
    default: {
      const parsed = parseForm(profileForm, form);
      if (!parsed.ok) return refused(parsed.errors, values);
      if (!(await mayChange())) return refused({ name: TOO_MANY_CHANGES }, values, 429);
      return outcomeOf(await updateProfile(services, viewer, parsed.value), "updated", values);
    }
  }
}

async function changeOwnPassword(services: Services, viewer: Viewer, form: FormData) {
  const parsed = parseForm(changePasswordForm, form);
  if (!parsed.ok) return passwordRefused(parsed.errors);
  const outcome = await changePassword(services, viewer, parsed.value);
  switch (outcome) {
    case "changed":
      return data<SettingsAnswer>({ kind: "password-changed", message: null, errors: {} });
    case "wrong-password":
      return passwordRefused({ formerPassword: WRONG_PASSWORD });
    case "common-password":
      return passwordRefused({ password: COMMON_PASSWORD });
    case "no-password":
      return passwordRefused({}, { message: NO_PASSWORD, status: 409 });
    case "too-many":
      return passwordRefused({}, { message: TOO_MANY_CHECKS, status: 429 });
    case "signed-out":
      throw signInFirst({ place: "parametres" });
  }
}

function passwordRefused(
  errors: PasswordAnswer["errors"],
  { message = null as string | null, status = 400 } = {},
) {
  return data<SettingsAnswer>({ kind: "password-refused", message, errors }, { status });
}

function outcomeOf(
  { kind }: ProfileUpdate,
  done: ProfileAnswer["kind"],
  values: ProfileAnswer["values"],
) {
  switch (kind) {
    case "updated":
      return data<SettingsAnswer>({ kind: done, values: {}, errors: {} });
    case "too-many-addresses":
      return refused({ email: TOO_MANY_ADDRESSES }, values);
    case "signed-out":
      throw signInFirst({ place: "parametres" });
  }
}

function refused(errors: ProfileAnswer["errors"], values: ProfileAnswer["values"], status = 400) {
  return data<SettingsAnswer>({ kind: "invalid", values, errors }, status);
}

/** The answer past the limit of photo changes. Its kind « failed » makes the page keep the upload, to retry. */
function photoKept() {
  const errors = { photo: TOO_MANY_CHANGES };
  return data<SettingsAnswer>({ kind: "failed", values: {}, errors }, 429);
}

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account, today } = loaderData;
  const [ofProfile, ofPassword] = splitAnswer(actionData);
  return (
    <>
      <PageHead title={TITLE}>
        Les champs sont enregistrés ensemble&nbsp;; la photo part dès qu’elle est choisie.
      </PageHead>
      <SignInAddress account={account} isAsked={ofProfile?.kind === "link-asked"} />
      <PhotoPanel name={account.name} photo={account.photo} />
      <ProfileForm account={account} today={today} answer={ofProfile} />
      <PasswordPanel email={account.signIn.email} answer={ofPassword} />
      <RightsPanel />
    </>
  );
}

/** Splits the action's answer between the two forms of the page. */
function splitAnswer(answer: SettingsAnswer | undefined) {
  if (answer && "message" in answer) return [undefined, answer] as const;
  return [answer, undefined] as const;
}
