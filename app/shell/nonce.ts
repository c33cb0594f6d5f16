import { createContext } from "react";

/** The nonce of this rendering's inline scripts; empty in the browser, which hides it from scripts anyway. */
export const NonceContext = createContext<string | undefined>(undefined);
