import { and, desc, eq } from "drizzle-orm";
import type { Viewer } from "#app/accounts/session.server.ts";
import { newId } from "#app/platform/database-clock.server.ts";
import type { Database, Queryable, Transaction } from "#app/platform/db.server.ts";
import { addresses, users } from "#db/schema/index.ts";
import type { AddressForm } from "./address-form-schema.ts";
import { MOST_ADDRESSES, type AddressKind } from "./book-schema.ts";

/** An address of a customer's book. */
export type StoredAddress = {
  id: string;
  kind: AddressKind;
  isDefault: boolean;
  name: string;
  street: string;
  postalCode: string;
  town: string;
  country: string;
  phone: string;
  /** The company of a billing address and its numbers; empty without one. */
  company: string;
  siren: string;
  vatNumber: string;
};

/** A customer's addresses (at most MOST_ADDRESSES): the default ones first, then the newest. */
export async function addressesOf(db: Queryable, customerId: string): Promise<StoredAddress[]> {
  return db
    .select({
      id: addresses.id,
      kind: addresses.kind,
      isDefault: addresses.isDefault,
      name: addresses.name,
      street: addresses.street,
      postalCode: addresses.postalCode,
      town: addresses.town,
      country: addresses.country,
      phone: addresses.phone,
      company: addresses.company,
      siren: addresses.siren,
      vatNumber: addresses.vatNumber,
    })
    .from(addresses)
    .where(eq(addresses.customerId, customerId))
    .orderBy(desc(addresses.isDefault), desc(addresses.id))
    .limit(MOST_ADDRESSES);
}

type SaveOutcome =
  | { kind: "saved" }
  /** The book is full: nothing was written. */
  | { kind: "too-many" }
  /** The address was removed meanwhile, or is another customer's: nothing was written. */
  | { kind: "not-found" }
  /** The account was deleted meanwhile: nothing was written. */
  | { kind: "no-account" };

/**
 * Adds an address, or changes that with `id`. The first of its kind becomes its default. An equal address is stored once, so the
 * same form sent twice has no second effect.
 */
export async function saveAddress(
  db: Database,
  viewer: Pick<Viewer, "id">,
  form: AddressForm,
  id?: string,
): Promise<SaveOutcome> {
  const { isDefault, ...fields } = form;
  return db.transaction(async (tx) => {
    if (!(await lockBook(tx, viewer))) return { kind: "no-account" };
    const book = await addressesOf(tx, viewer.id);
    const changed = id
      ? book.find((one) => one.id === id)
      : book.find((one) =>
          Object.entries(fields).every(([name, value]) => one[name as keyof typeof one] === value),
        );
    if (id && !changed) return { kind: "not-found" };
    if (!changed && book.length >= MOST_ADDRESSES) return { kind: "too-many" };
    const others = book.filter((one) => one.kind === form.kind && one.id !== changed?.id);
    const isChosen = isDefault === "on" || !others.some((one) => one.isDefault);
    if (isChosen)
      await tx
        .update(addresses)
        .set({ isDefault: false })
        .where(and(eq(addresses.customerId, viewer.id), eq(addresses.kind, form.kind)));
    const stored = { ...fields, isDefault: isChosen };
    if (changed) {
      await tx.update(addresses).set(stored).where(eq(addresses.id, changed.id));
      // The address was the default of its former kind: choose another default there.
      if (changed.isDefault) await chooseDefault(tx, viewer, changed.kind);
    } else await tx.insert(addresses).values({ id: newId(), customerId: viewer.id, ...stored });
    return { kind: "saved" };
  });
}

/** Removes an address of the viewer; the newest one left of its kind becomes the default. Nothing happens to orders. */
export async function removeAddress(
  db: Database,
  viewer: Pick<Viewer, "id">,
  id: string,
): Promise<{ kind: "removed" | "not-found" }> {
  return db.transaction(async (tx) => {
    if (!(await lockBook(tx, viewer))) return { kind: "not-found" };
    const [removed] = await tx
      .delete(addresses)
      .where(and(eq(addresses.id, id), eq(addresses.customerId, viewer.id)))
      .returning({ kind: addresses.kind });
    if (!removed) return { kind: "not-found" };
    await chooseDefault(tx, viewer, removed.kind);
    return { kind: "removed" };
  });
}

/** Removes the customer's whole book. The caller has locked the account. */
export async function forgetAddressesOf(tx: Transaction, customerId: string): Promise<void> {
  await tx.delete(addresses).where(eq(addresses.customerId, customerId));
}

/** Makes the newest address of a kind its default, if there is none. */
async function chooseDefault(
  tx: Transaction,
  viewer: Pick<Viewer, "id">,
  kind: AddressKind,
): Promise<void> {
  const first = (await addressesOf(tx, viewer.id)).find((one) => one.kind === kind);
  if (first && !first.isDefault)
    await tx.update(addresses).set({ isDefault: true }).where(eq(addresses.id, first.id));
}

/** Locks the account: concurrent changes of its book wait, its orders don't. False when it no longer exists. */
async function lockBook(tx: Transaction, viewer: Pick<Viewer, "id">): Promise<boolean> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, viewer.id))
    .for("no key update");
  return account !== undefined;
}
