import '#web/features/progress/medals/medal.css';
import type { MedalId } from '#schema/progress/medals.ts';
import sprite from '#web/art/medals.svg?url';

/** Draws a medal, or its outline if the member has not earned it. Decorative, so show the medal's name next to it. */
export function Medal({ id, isEarned = true }: { id: MedalId; isEarned?: boolean }) {
  return (
    <svg className={isEarned ? 'medal-picture' : 'medal-picture is-locked'} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <use href={`${sprite}#${id}`} />
    </svg>
  );
}
