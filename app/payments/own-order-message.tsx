import type { ReactNode } from "react";
import { Note } from "#app/ui/note.tsx";

export type OwnOrderMessage = { tone: "ok" | "warning"; title: string; text: string };

type MessageNoteProps = {
  message: OwnOrderMessage;
  /** The answer that it reports; undefined: it was there at first. */
  answer: object | undefined;
  /** Where to go from there. */
  children: ReactNode;
};

/** What a customer reads in place of a form about their order. */
export function MessageNote({ message: { text, ...note }, answer, children }: MessageNoteProps) {
  return (
    <>
      <Note {...note} role={answer && "status"} {...(answer && { focusOn: answer })}>
        {text}
      </Note>
      <div className="acts-row">{children}</div>
    </>
  );
}
