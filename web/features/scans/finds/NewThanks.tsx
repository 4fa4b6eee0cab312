import { useEffect, useState } from 'react';
import type { FoundCards } from '#schema/scans/find.ts';
import { markThanksSeen } from '#web/features/scans/finds/finds-api.ts';
import { isViewing } from '#web/lib/viewing.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

type Thanks = NonNullable<FoundCards['newThanks']>;

const formatNames = (thanks: Thanks) => thanks.map(({ cardId, name }) => name ?? cardId).join(', ');

/** Announces that owners thanked the member for their notes. */
export function NewThanks({ thanks }: { thanks: Thanks | undefined }) {
  if (!thanks?.length) return null;
  return (
    <Alert tone="success" title={thanks.length === 1 ? 'An owner thanked you for your note' : 'Owners thanked you for your notes'}>
      {formatNames(thanks)}
    </Alert>
  );
}

/** Same as `NewThanks`, and marks the thanks as seen. They stay on the page until the member leaves it. */
export function SeenThanks({ thanks }: { thanks: Thanks | undefined }) {
  const [shown, setShown] = useState<Thanks>();
  useEffect(() => {
    if (!thanks?.length) return;
    setShown(thanks);
    if (!isViewing()) markThanksSeen().catch(() => undefined);
  }, [thanks]);
  return <NewThanks thanks={shown} />;
}
