import { CompassIcon } from '#web/ui/icons/shell-icons.tsx';

export function Spinner({ label }: { label: string }) {
  return (
    <div className="spinner" role="status">
      <CompassIcon />
      <span>{label}</span>
    </div>
  );
}
