/** A parcel's number, or the link that follows it. */
export function Tracking({ tracking }: { tracking: string }) {
  if (!/^https:\/\//.test(tracking)) return <span className="code">{tracking}</span>;
  return (
    <a href={tracking} target="_blank" rel="noopener noreferrer">
      Track the parcel<span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
