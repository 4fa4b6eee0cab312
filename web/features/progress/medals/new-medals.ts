import { t } from '@lingui/core/macro';
/** Announces each new medal once on a device. */
import { useEffect } from 'react';
import * as v from 'valibot';
import type { MedalId } from '#schema/progress/medals.ts';
import type { MedalProgress } from '#schema/progress/progress.ts';
import { medalLabels } from '#web/features/progress/medals/medal-labels.ts';
import { memberStore } from '#web/lib/member-store.ts';
import { now } from '#web/lib/react/now.ts';
import { afterToast, showToast } from '#web/lib/react/toast.ts';
import { getTokenMemberId } from '#web/lib/token-member.ts';
import { joinItems } from '#web/lib/words/join-texts.ts';

/** Older medals are not announced, so a new device stays quiet. */
const maxAgeMs = 14 * 86_400_000;

const seenMedals = memberStore<string[]>('seen_medals_', v.array(v.string()));

export function markMedalSeen(memberId: number, id: MedalId): void {
  seenMedals.store(memberId, [...new Set([...(seenMedals.read(memberId) ?? []), id])]);
}

/**
 * Shows a toast for medals that the member has not seen, after the toast of a find, which may announce them. Does nothing while an
 * administrator views the account.
 */
export function useNewMedals(memberId: number | undefined, medals: readonly MedalProgress[] | undefined): void {
  useEffect(() => {
    if (medals && memberId !== undefined && memberId === getTokenMemberId()) afterToast(() => announceMedals(memberId, medals));
  }, [memberId, medals]);
}

function announceMedals(memberId: number, medals: readonly MedalProgress[]): void {
  const earned = medals.filter(({ earnedOn }) => earnedOn !== null).map(({ id }) => id);
  const seen = seenMedals.read(memberId) ?? [];
  const fresh = medals.filter(({ id, earnedOn }) => earnedOn !== null && !seen.includes(id) && now() - Date.parse(earnedOn) < maxAgeMs);
  if (earned.some((id) => !seen.includes(id))) seenMedals.store(memberId, [...new Set([...seen, ...earned])]);
  const [first] = fresh;
  if (!first) return;
  const { name, earned: description } = medalLabels()[first.id];
  showToast(
    fresh.length === 1
      ? { tone: 'success', title: t`New medal: ${name}`, description: `${description}.` }
      : { tone: 'success', title: t`${fresh.length} new medals`, description: joinItems(fresh.map(({ id }) => medalLabels()[id].name)) },
  );
}
