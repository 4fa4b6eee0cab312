import { date } from '#web/lib/format.ts';

export function RedemptionPause({ id, until }: { id?: string; until: string }) {
  return (
    <p id={id} className="muted">
      Redeeming is closed until <time dateTime={until}>{date(until)}</time>: one certificate can be had every 12 months. Your tokens stay
      yours, and from then on they are good for the next one.
    </p>
  );
}
