/** Shows tracking numbers or links. `tracking` contains one number or URL per line. */
export function Tracking({ tracking }: { tracking: string }) {
  const parcels = tracking.split('\n');
  if (parcels.length === 1) return <Parcel tracking={tracking} label="Track the parcel" />;
  return (
    <span className="cluster">
      {parcels.map((parcel, index) => (
        <Parcel key={parcel} tracking={parcel} label={`Track parcel ${index + 1}`} />
      ))}
    </span>
  );
}

function Parcel({ tracking, label }: { tracking: string; label: string }) {
  if (!/^https:\/\//.test(tracking)) return <span className="code">{tracking}</span>;
  return (
    <a href={tracking} target="_blank" rel="noopener noreferrer">
      {label}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
