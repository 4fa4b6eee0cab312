import { t } from '@lingui/core/macro';
/** Shows tracking numbers or links. `tracking` contains one number or URL per line. */
export function Tracking({ tracking }: { tracking: string }) {
  const trackingCodes = tracking.split('\n');
  if (trackingCodes.length === 1) return <TrackingLink tracking={tracking} label={t`Track package`} />;
  return (
    <span className="cluster">
      {trackingCodes.map((trackingCode, index) => (
        <TrackingLink key={trackingCode} tracking={trackingCode} label={t`Track package ${index + 1}`} />
      ))}
    </span>
  );
}

function TrackingLink({ tracking, label }: { tracking: string; label: string }) {
  if (!/^https:\/\//.test(tracking)) return <span className="code">{tracking}</span>;
  return (
    <a href={tracking} target="_blank" rel="noopener noreferrer">
      {label}
      <span className="visually-hidden"> {t`(opens in a new tab)`}</span>
    </a>
  );
}
