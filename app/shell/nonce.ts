import { createContext } from "react";

/** The CSP nonce of the inline scripts of this response; undefined in the browser, which hides nonces from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
