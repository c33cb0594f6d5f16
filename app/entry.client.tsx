import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { waitOffline } from "./live/offline.ts";

const instrumentations = [waitOffline];

startTransition(() => {
  hydrateRoot(document, <HydratedRouter instrumentations={instrumentations} />);
});
