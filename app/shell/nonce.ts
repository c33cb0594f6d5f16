import { createContext } from "react";

/** The nonce of this response's inline scripts; empty in the browser, which hides nonces from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
