import type { ReactNode } from "react";

type SignInFrameProps = { title: string; picture: string; children: ReactNode };

/** The layout of the sign-in screens, with a picture on wide windows. */
export function SignInFrame({ title, picture, children }: SignInFrameProps) {
  return (
    <div className="auth">
      <div className="auth__pic">
        <img src={picture} width={1000} height={1000} alt="" loading="lazy" decoding="async" />
      </div>
      <div className="auth__form">
        <h1 className="h2">{title}</h1>
        {children}
      </div>
    </div>
  );
}
