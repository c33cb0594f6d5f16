/** The authorities' portal for reports of undesirable effects. */
export function DeclarationLink() {
  return (
    <a className="link" href="https://signalement.social-sante.gouv.fr" rel="noopener external">
      signalement.social-sante.gouv.fr
    </a>
  );
}
