import type { Queryable } from "#app/platform/db.server.ts";
import type { ContactForm } from "./contact-schema.ts";
import { addMessage } from "./messages.server.ts";

/** Leaves what a visitor writes on /contact for the administrators, unread (specification §4). */
export async function sendMessage(db: Queryable, form: ContactForm): Promise<void> {
  await addMessage(db, form);
}
