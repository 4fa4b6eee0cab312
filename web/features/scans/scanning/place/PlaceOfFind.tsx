import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { scanEvidenceRetentionSeconds, secondsPerDay } from '#schema/rules.ts';
import { tokenMemberId } from '#web/features/scans/scanning/offline/token-member.ts';
import { sayPlace } from '#web/features/scans/scanning/place/say-place.ts';
import { readFix } from '#web/lib/fix.ts';
import { paths } from '#web/lib/paths.ts';
import { agreeToSayPlace, choosePlace, isRefusal, placeChoice } from '#web/lib/place-choice.ts';
import { useFocusOnArrival } from '#web/lib/react/focus-on-arrival.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

interface PlaceOfFindProps {
  cardId: string;
  isSaid: boolean;
}

const outcomes = {
  said: 'Thank you! We’ll confirm your next finds automatically.',
  declined: 'All right, we won’t ask again on this device.',
  refused:
    'Your browser blocked access to your location. That’s fine: your find counts. To confirm finds, allow access in your browser first.',
  failed: 'We couldn’t get your location this time. Your find counts, and we’ll try again at the next one.',
} as const;

/** Asks once, after the first find on this device. After a yes, later finds send the position without asking. */
export function PlaceOfFind({ cardId, isSaid }: PlaceOfFindProps) {
  const [memberId] = useState(tokenMemberId);
  const [choice] = useState(() => memberId !== null && placeChoice(memberId));
  const [outcome, setOutcome] = useState<keyof typeof outcomes>();
  // React may run an effect twice.
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    // Stored first, so that leaving the question unanswered counts as a no.
    if (memberId !== null && choice === null) choosePlace(memberId, false);
    if (choice === true && !isSaid) void sayQuietly(cardId);
  }, [memberId, choice, cardId, isSaid]);

  if (memberId === null || choice !== null) return null;
  if (outcome) return <Outcome text={outcomes[outcome]} />;

  async function agree(member: number) {
    try {
      await sayPlace(cardId, await agreeToSayPlace(member));
      setOutcome('said');
    } catch (error) {
      setOutcome(isRefusal(error) ? 'refused' : 'failed');
    }
  }

  return (
    <section className="stack gap-3" aria-label="Your location">
      <p>
        <strong>Confirm you’re at the card?</strong>
      </p>
      <p className="muted">
        It helps show that finds are real. We store only your distance from the card and its accuracy, for{' '}
        {scanEvidenceRetentionSeconds / secondsPerDay} days, never your location. Your find counts either way.
      </p>
      <div className="cluster">
        <ActionButton className="secondary button-small" pendingLabel="Locating…" action={() => agree(memberId)}>
          Yes, I’m here
        </ActionButton>
        <button type="button" className="secondary button-small" onClick={() => setOutcome('declined')}>
          No, thanks
        </button>
      </div>
    </section>
  );
}

function Outcome({ text }: { text: string }) {
  const focused = useFocusOnArrival<HTMLParagraphElement>();
  return (
    <p className="muted" ref={focused} tabIndex={-1} role="status">
      {text} You can change that in <Link href={paths.account('preferences')}>your preferences</Link>.
    </p>
  );
}

/** Ignores failures: the find then has no distance. */
async function sayQuietly(cardId: string): Promise<void> {
  await readFix()
    .then((fix) => sayPlace(cardId, fix))
    .catch(() => undefined);
}
