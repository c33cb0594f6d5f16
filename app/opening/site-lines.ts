import { STORED_PICTURE } from "#app/home/home-schema.ts";
import type { Settings } from "#app/settings-values.ts";
import { unregisteredCountries } from "#app/settings/packaging-schema.ts";
import { LOCAL, type Line } from "./checklist-line.ts";
import type { Facts } from "./shop-facts.ts";

/** The lines about the server, the delivery and the home page. */
export function siteLines(facts: Facts): Line[] {
  const { isPublic } = facts;
  const line = (
    id: string,
    rest: Pick<Line, "title" | "isDone" | "isMoot" | "why" | "to">,
  ): Line => ({
    id,
    section: "site",
    isObligatory: true,
    ...rest,
  });
  return [
    line("https", {
      title: "Une adresse en https",
      isDone: facts.isHttps || !isPublic,
      isMoot: !facts.isHttps && !isPublic,
      why: isPublic
        ? facts.isHttps
          ? "L’adresse publique de la boutique (`BASE_URL`) commence par https://."
          : "Sur le serveur, donnez à `BASE_URL` l’adresse publique de la boutique, qui commence par https://, puis redémarrez-la (README, «\u00a0Go live\u00a0»)."
        : LOCAL,
      to: null,
    }),
    postgresLine(facts),
    line("demo", {
      title: "Aucun compte de démonstration",
      isDone: !facts.hasDemoAccounts,
      why: facts.hasDemoAccounts
        ? "Les mots de passe de ces comptes sont publics."
        : "Les comptes de la démonstration, aux mots de passe publics, n’y sont pas.",
      to: null,
    }),
    line("delivery", {
      title: "La livraison",
      isDone: true,
      why: facts.settings.delivery.list.some(({ isActive }) => isActive)
        ? "Vos formules, leurs frais et leurs délais sont dans les réglages."
        : "Elle est offerte, en quatre jours, en point de relais ou à domicile.",
      to: "/admin/reglages/livraison",
    }),
    ...packagingLines(facts.settings.sales),
    slidesLine(facts.settings.home),
    {
      ...line("backup", {
        title: "Une sauvegarde de moins de 24\u00a0heures",
        isDone: facts.backupAgeHours !== null && facts.backupAgeHours <= 24,
        why: `${
          facts.backupAgeHours === null
            ? "Aucune sauvegarde n’a été faite."
            : facts.backupAgeHours < 1
              ? "La dernière a moins d’une heure."
              : `La dernière a ${Math.floor(facts.backupAgeHours)}\u00a0h.`
        } Sur le serveur, lancez chaque nuit \`npm run backup -- /sauvegardes/aujourdhui.backup\` (docs/operations.md).`,
        to: null,
      }),
      isObligatory: false,
    },
  ];
}

/** Whether the embedded PostgreSQL has known vulnerabilities (decision 116). */
function postgresLine({ postgres: { outdated, accepted }, isPublic }: Facts): Line {
  const isAccepted = outdated !== null && outdated === accepted;
  const weak = `PostgreSQL ${outdated}, que la boutique apporte, a des failles connues et n’écoute que sur cette machine.`;
  return {
    id: "postgres",
    section: "site",
    title: "Une base de données à jour",
    isDone: outdated === null || isAccepted,
    isMoot: !isPublic,
    isObligatory: true,
    why: !isPublic
      ? LOCAL
      : outdated === null
        ? "Aucune faille connue dans la base que la boutique apporte, ou la vôtre (`DATABASE_URL`), que vous tenez à jour."
        : isAccepted
          ? `${weak} Un administrateur l’a accepté\u00a0; donnez au plus tôt \`DATABASE_URL\` (README, «\u00a0Go live\u00a0»).`
          : `${weak} Sur le serveur, donnez \`DATABASE_URL\`, une base PostgreSQL à jour (README, «\u00a0Go live\u00a0»), ou dites que vous l’avez compris\u00a0: l’historique le note.`,
    to: null,
    button: { intent: "accept-postgres", label: "J’ai compris" },
  };
}

/** None for a shop that delivers to France alone. */
function packagingLines(sales: Settings["sales"]): Line[] {
  if (sales.countries === "France") return [];
  const unregistered = unregisteredCountries(sales);
  const isDone = unregistered.length === 0;
  return [
    {
      id: "packaging",
      section: "site",
      title: "Les emballages à l’étranger",
      isDone,
      isObligatory: true,
      why: isDone
        ? "Chaque pays de livraison a son numéro de producteur d’emballages, ou une raison de s’en passer."
        : `Donnez votre numéro de producteur d’emballages, ou pourquoi il n’est pas dû\u00a0: ${unregistered.join(", ")} (règlement 2025/40, art. 44 et 45).`,
      to: "/admin/reglages/vente",
    },
  ];
}

/** The demo's slides don't count: they are shown in the demo only. */
function slidesLine({ slides }: Settings["home"]): Line {
  const isDone = slides.some(({ isShown, picture }) => isShown && STORED_PICTURE.test(picture));
  return {
    id: "slides",
    section: "site",
    title: "Les diapositives de l’accueil",
    isDone,
    isObligatory: false,
    why: isDone
      ? "L’accueil montre vos diapositives."
      : "Sans les vôtres, l’accueil montre un bandeau simple, avec le nom de la boutique. Celles de la démonstration n’y sont pas.",
    to: "/admin/reglages/accueil",
  };
}
