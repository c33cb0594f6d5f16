import { data, redirectDocument, type MiddlewareFunction } from "react-router";
import { requestContext } from "#app/request-context.ts";
import type { ClosedShop } from "./closed-answer.ts";

/** The routes of app/routes.ts that answer everybody while the shop is closed; each authorises as ever. */
export const STAYS_OPEN: ReadonlySet<string> = new Set([
  // Who sells, and how to reach them.
  "contact",
  "retractation",
  // Safety warnings.
  "rappels",
  "rappels/:id",
  "effet-indesirable",
  // To be forgotten by the link of a mail.
  "me-prevenir",
  "sans-rappel",
  "mentions-legales",
  "accessibilite",
  "condition-generale-de-vente",
  "condition-generale-de-vente/:hash",
  "plitique-de-confidentialite",
  "robots.txt",
  "manifest.webmanifest",
  // Signing in; signing up is refused (accounts/auth.server.ts).
  "connexion",
  "mot-de-passe-oublie",
  "nouveau-mot-de-passe",
  "deconnexion",
  "confirmer-adresse",
  "ce-n-est-pas-moi",
  "premiere-administratrice",
  "courriel-recu",
  // After a closing: customers' accounts, their orders and payments under way.
  "admin/account",
  "admin/mes-adresses",
  "villes/:code",
  "admin/parametre-compte",
  "admin/parametre-compte/supprimer",
  "admin/parametre-compte/mes-donnees",
  "compte-supprime",
  "admin/my-orders",
  "admin/my-orders/:id",
  "admin/my-orders/:id/annuler",
  "admin/my-orders/:id/retard",
  "commande",
  "payement/:id",
  "payement/:id/paypal",
  "factures/:number/:format?",
]);

/**
 * The root's server middleware: while the shop is closed, whoever is no administrator gets « Nous ouvrons bientôt » (503) from
 * every other route. It runs before any loader and action, of pages, of their data and of resource routes.
 */
export const closedGate: MiddlewareFunction<Response> = async (
  { request, url, pattern, context },
  next,
) => {
  const { services, viewer, answersClosed } = context.get(requestContext);
  const { isOpen, shop } = services.settings.current();
  if (isOpen || STAYS_OPEN.has(pattern.replace(/^\//, ""))) return next();
  const who = await viewer();
  if (who?.isAdmin) return next();
  answersClosed();
  // React Router's data: the open page loads the document instead, which has the closed page.
  if (new URL(request.url).pathname.endsWith(".data"))
    // One slash: « //host » would lead to another host.
    throw redirectDocument(url.pathname.replace(/^\/+/, "/") + url.search);
  throw data<ClosedShop>({ closedShop: shop, isSignedIn: who !== null }, 503);
};
