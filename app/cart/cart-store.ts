import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "#app/ui/stored.ts";
import { MAX_QUANTITY } from "./cart-schema.ts";

/** A line of the cart, as specification §3 stores it. `price` is in whole euros, for display only. */
export type CartItem = { id: string; name: string; image: string; price: number; qty: number };
export type Cart = { items: CartItem[]; totalPrice: number };

export const CART_KEY = "cartItems";
const EMPTY: Cart = { items: [], totalPrice: 0 };
const listeners = new Set<() => void>();
let cart: Cart | undefined;

/** The cart in localStorage, shared by all tabs. Empty on the server and during hydration. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, read, () => EMPTY);
}

/**
 * Adds a product. If the cart has the product already, `item.qty` replaces the line's quantity and is not added to it
 * (specification §4); returns « updated » then.
 */
export function addToCart(item: CartItem): "added" | "updated" {
  const { items } = read();
  const known = items.some(({ id }) => id === item.id);
  write(
    known
      ? items.map((line) => (line.id === item.id ? { ...line, qty: quantity(item.qty) } : line))
      : [...items, item],
  );
  return known ? "updated" : "added";
}

/** Sets a line's quantity, clamped to 1..MAX_QUANTITY. */
export function setQuantity(id: string, qty: number): void {
  write(read().items.map((line) => (line.id === id ? { ...line, qty: quantity(qty) } : line)));
}

/** Removes a line and returns a function that restores it at its position. */
export function removeFromCart(id: string): () => void {
  const { items } = read();
  const position = items.findIndex((line) => line.id === id);
  const removed = items[position];
  if (!removed) return () => {};
  write(items.filter((line) => line.id !== id));
  return () => {
    const current = read().items;
    if (!current.some((line) => line.id === id)) write(current.toSpliced(position, 0, removed));
  };
}

/** Empties the cart, also in localStorage. */
export function clearCart(): void {
  write([]);
}

function quantity(value: number): number {
  return Number.isFinite(value) ? Math.min(MAX_QUANTITY, Math.max(1, Math.trunc(value))) : 1;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", onStorage);
  };
}

/** Another tab changed the storage; the key is null if that tab cleared the whole storage. */
function onStorage(event: StorageEvent): void {
  if (event.key !== CART_KEY && event.key !== null) return;
  cart = undefined;
  for (const listener of listeners) listener();
}

function read(): Cart {
  cart ??= parse(readStored(() => localStorage, CART_KEY));
  return cart;
}

function write(items: CartItem[]): void {
  cart = withTotal(items);
  // When storage is denied or full, the cart lasts until the page is unloaded.
  writeStored(() => localStorage, CART_KEY, items.length === 0 ? null : cart);
  for (const listener of listeners) listener();
}

function withTotal(items: CartItem[]): Cart {
  return { items, totalPrice: items.reduce((total, { price, qty }) => total + price * qty, 0) };
}

/** Browser extensions and other code of this origin can write to localStorage, so only well-formed lines are read. */
function parse(stored: unknown): Cart {
  const lines = (stored as { items?: unknown } | null)?.items;
  if (!Array.isArray(lines)) return EMPTY;
  const items = new Map<string, CartItem>();
  for (const line of lines as Partial<Record<keyof CartItem, unknown>>[]) {
    if (typeof line?.id !== "string" || typeof line.name !== "string") continue;
    const price = Number(line.price);
    items.set(line.id, {
      id: line.id,
      name: line.name,
      image: typeof line.image === "string" ? line.image : "",
      price: Number.isFinite(price) ? price : 0,
      qty: quantity(Number(line.qty)),
    });
  }
  return withTotal([...items.values()]);
}
