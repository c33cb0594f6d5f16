import { createContext, use } from "react";
import { coloursOf, INITIAL_APPEARANCE, type Colours } from "#app/ui/colour-schema.ts";

const sans = "'Instrument Sans',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";

/** Inline styles for cells and paragraphs, because many mail clients ignore style sheets; and the colours of the shop. */
export const mailStyles = (colours: Colours) => ({ colours, text: textStyles(colours) });

const textStyles = (colours: Colours) =>
  ({
    brand: {
      fontFamily: sans,
      fontSize: 26,
      lineHeight: "32px",
      fontWeight: 500,
      letterSpacing: "0.3em",
      color: colours.ink,
    },
    title: {
      margin: "0 0 12px",
      fontFamily: "Fraunces,Georgia,'Times New Roman',serif",
      fontSize: 36,
      lineHeight: "42px",
      fontWeight: 400,
      letterSpacing: "-0.01em",
      color: colours.ink,
    },
    body: {
      margin: "0 0 28px",
      fontFamily: sans,
      fontSize: 16,
      lineHeight: "26px",
      color: colours["ink-2"],
    },
    item: { fontFamily: sans, fontSize: 16, lineHeight: "24px", color: colours.ink },
    label: {
      margin: "0 0 6px",
      fontFamily: sans,
      fontSize: 13,
      lineHeight: "20px",
      fontWeight: 600,
      letterSpacing: "0.08em",
      textTransform: "uppercase",
      color: colours.muted,
    },
    heading: {
      margin: "0 0 6px",
      fontFamily: sans,
      fontSize: 16,
      lineHeight: "24px",
      fontWeight: 600,
      color: colours.ink,
    },
    small: { fontFamily: sans, fontSize: 14, lineHeight: "22px", color: colours["ink-2"] },
    foot: { fontFamily: sans, fontSize: 13, lineHeight: "20px", color: colours.muted },
    button: {
      display: "inline-block",
      padding: "15px 30px",
      fontFamily: sans,
      fontSize: 16,
      lineHeight: "18px",
      fontWeight: 600,
      color: colours.surface,
      textDecoration: "none",
      textAlign: "center",
      borderRadius: 999,
    },
  }) as const;

export const MailStyles = createContext(mailStyles(coloursOf(INITIAL_APPEARANCE)));
/** The styles of the mail that is being rendered: MailFrame provides those of its shop. */
export const useMailStyles = () => use(MailStyles);
