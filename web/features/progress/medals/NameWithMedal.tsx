import { t } from '@lingui/core/macro';
import '#web/features/progress/medals/medal.css';
import { isMedalId } from '#schema/progress/medals.ts';
import { Medal } from '#web/features/progress/medals/Medal.tsx';
import { medalLabels } from '#web/features/progress/medals/medal-labels.ts';

/** A member's name, followed by the medal that they show, if any. */
export function NameWithMedal({ name, medal }: { name: string; medal: string | null }) {
  if (medal === null || !isMedalId(medal)) return name;
  return (
    <span className="medal-with-name" title={medalLabels()[medal].name}>
      {name}
      <Medal id={medal} />
      <span className="visually-hidden">, {t`medal ${medalLabels()[medal].name}`}</span>
    </span>
  );
}
