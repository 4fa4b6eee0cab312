import { CompassIcon } from '#web/ui/icons/shell-icons.tsx';

/** Waiting, in words too. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className="spinner" role="status">
      <CompassIcon />
      <span>{label}</span>
    </div>
  );
}
