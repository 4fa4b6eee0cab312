import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { MessageResponse } from '#schema/accounts/account.ts';
import { scanEvidenceRetentionSeconds, secondsPerDay } from '#schema/rules.ts';
import type { FindPlaceRequest } from '#schema/scans/scan-request.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { type Fix, readFix } from '#web/lib/fix.ts';
import { paths } from '#web/lib/paths.ts';
import { allowLocationSharing, isPermissionDenied, readPlaceChoice, storePlaceChoice } from '#web/lib/place-choice.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { getTokenMemberId } from '#web/lib/token-member.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

const outcomes = () =>
  ({
    shared: t`Thank you! We’ll confirm your next finds automatically.`,
    declined: t`Got it. We won’t ask again on this device.`,
    refused: t`Your browser blocked access to your location. That’s fine: your find counts. To confirm finds, allow access in your browser first.`,
    failed: t`We couldn’t get your location this time. Your find counts, and we’ll try again at your next find.`,
  }) as const;

/**
 * Asks once, after the first find on this device, whether finds may include the position. If the member agrees, later finds send it without
 * asking.
 */
export function FindPlacePrompt({ cardId, isPlaceShared }: { cardId: string; isPlaceShared: boolean }) {
  const [memberId] = useState(getTokenMemberId);
  const [choice] = useState(() => memberId !== null && readPlaceChoice(memberId));
  const [outcome, setOutcome] = useState<keyof ReturnType<typeof outcomes>>();
  // Guards against React running the effect twice.
  const hasStarted = useRef(false);

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    // Store a refusal before asking so that ignoring the question has the same effect as declining.
    if (memberId !== null && choice === null) storePlaceChoice(memberId, false);
    if (choice === true && !isPlaceShared) void sendFindPlaceSilently(cardId);
  }, [memberId, choice, cardId, isPlaceShared]);

  if (memberId === null || choice !== null) return null;
  if (outcome) return <Outcome text={outcomes()[outcome]} />;

  async function confirm(member: number) {
    try {
      await sendFindPlace(cardId, await allowLocationSharing(member));
      setOutcome('shared');
    } catch (error) {
      setOutcome(isPermissionDenied(error) ? 'refused' : 'failed');
    }
  }

  return (
    <section className="stack gap-3" aria-label={t`Your location`}>
      <p>
        <strong>{t`Confirm you’re at the card?`}</strong>
      </p>
      <p className="muted">{t`It helps show that finds are real. We store only your distance from the card and its accuracy, for ${scanEvidenceRetentionSeconds / secondsPerDay} days, never your location. Your find counts either way.`}</p>
      <div className="cluster">
        <ActionButton className="secondary button-small" pendingLabel={t`Locating…`} action={() => confirm(memberId)}>
          {t`Yes, I’m here`}
        </ActionButton>
        <button type="button" className="secondary button-small" onClick={() => setOutcome('declined')}>{t`No, thanks`}</button>
      </div>
    </section>
  );
}

function Outcome({ text }: { text: string }) {
  const textRef = useFocusOnMount<HTMLParagraphElement>();
  return (
    <p className="muted" ref={textRef} tabIndex={-1} role="status">
      <Trans>
        {text} You can change that in <Link href={paths.account('preferences')}>your preferences</Link>.
      </Trans>
    </p>
  );
}

/** Sends the member's position for a find. Ignores failures; the find is then shown without a distance. */
async function sendFindPlaceSilently(cardId: string): Promise<void> {
  await readFix()
    .then((fix) => sendFindPlace(cardId, fix))
    .catch(() => undefined);
}

/** Sends the member's position for the latest find of a card. Throws ApiError or NetworkError. */
async function sendFindPlace(cardId: string, fix: Fix): Promise<void> {
  await apiSend('PUT', '/api/scan/place', { cardId, ...fix } satisfies FindPlaceRequest, MessageResponse);
}
