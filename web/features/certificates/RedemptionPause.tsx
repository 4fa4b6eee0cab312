import { date } from '#web/lib/format.ts';

export function RedemptionPause({ id, until }: { id?: string; until: string }) {
  return (
    <p id={id} className="muted">
      You can redeem again on <time dateTime={until}>{date(until)}</time>. You keep your tokens.
    </p>
  );
}
