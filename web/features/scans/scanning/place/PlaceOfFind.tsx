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
  said: 'Thank you! Your next finds say it by themselves.',
  declined: 'All right, we will not ask again here.',
  refused: 'Your browser keeps your location to itself, and that is fine: your find counts. To say it after all, allow it there first.',
  failed: 'It did not work this time. Nothing is lost: your find counts, and the next one tries again.',
} as const;

/** Asks once, after the first find on this device; later sends the position without asking. */
export function PlaceOfFind({ cardId, isSaid }: PlaceOfFindProps) {
  const [memberId] = useState(tokenMemberId);
  const [choice] = useState(() => memberId !== null && placeChoice(memberId));
  const [outcome, setOutcome] = useState<keyof typeof outcomes>();
  // React may run an effect twice.
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    // Closing the question counts as a no.
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
    <section className="stack gap-3" aria-label="Your place">
      <p>
        <strong>Want to say that you stand here?</strong>
      </p>
      <p className="muted">
        It shows that finds are real. We keep how far from the card you are and how exact that is, for{' '}
        {scanEvidenceRetentionSeconds / secondsPerDay} days; never your position. Your find counts either way.
      </p>
      <div className="cluster">
        <ActionButton className="secondary button-small" pendingLabel="Looking…" action={() => agree(memberId)}>
          Yes, I stand here
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

/** Failures are silent: the find stays without a position. */
async function sayQuietly(cardId: string): Promise<void> {
  await readFix()
    .then((fix) => sayPlace(cardId, fix))
    .catch(() => undefined);
}
