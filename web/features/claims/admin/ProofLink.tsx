import '#web/features/cards/admin/admin-cards.css';

/** Shows the full URL that the link opens. Sends no referrer because the URL comes from a member. */
export function ProofLink({ proofUrl }: { proofUrl: string | null }) {
  if (proofUrl === null) return <span className="muted">Adoption, no proof needed</span>;
  const { host, pathname, search, hash } = new URL(proofUrl);
  if (host === 'erased.invalid') return <span className="muted">Erased with the member’s account</span>;
  return (
    <a className="proof" href={proofUrl} target="_blank" rel="noopener noreferrer nofollow">
      <strong>{host}</strong>
      {pathname + search + hash}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
