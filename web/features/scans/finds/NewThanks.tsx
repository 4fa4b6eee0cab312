import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { FoundCards } from '#schema/scans/find.ts';
import { markThanksSeen } from '#web/features/scans/finds/finds-api.ts';
import { isViewing } from '#web/lib/viewing.ts';
import { joinItems } from '#web/lib/words/join-texts.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

export type Thanks = NonNullable<FoundCards['newThanks']>;

export const formatThankedNotes = (thanks: Thanks) => joinItems(thanks.map(({ cardId, name }) => name ?? cardId));

export const formatThanks = (thanks: Thanks) =>
  thanks.length === 1 ? t`An owner thanked you for your note` : t`Owners thanked you for your notes`;

/** Announces new thanks and marks them as seen. They stay on the page until the member leaves it. */
export function SeenThanks({ thanks }: { thanks: Thanks | undefined }) {
  const [shown, setShown] = useState<Thanks>();
  useEffect(() => {
    if (!thanks?.length) return;
    setShown(thanks);
    if (!isViewing()) markThanksSeen().catch(() => undefined);
  }, [thanks]);
  if (!shown) return null;
  return (
    <Alert tone="success" title={formatThanks(shown)}>
      {formatThankedNotes(shown)}
    </Alert>
  );
}
