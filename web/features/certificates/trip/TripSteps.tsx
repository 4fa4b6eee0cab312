import { t } from '@lingui/core/macro';
import '#web/features/certificates/trip/trip-steps.css';
import type { TripStep } from '#web/features/certificates/trip/trip-step.ts';

const steps = () => [t`Request`, t`Offer`, t`Booking`, t`Trip`];
/** Index of the current step; steps before it are done. */
const currentStep: Partial<Record<TripStep['kind'], number>> = { wish: 0, wait: 1, offered: 1, booking: 2, trip: 3, stayed: 4 };

/** The way from the request to the trip. */
export function TripSteps({ kind }: { kind: TripStep['kind'] }) {
  const current = currentStep[kind];
  if (current === undefined) return null;
  return (
    <ol className="trip-steps" aria-label={t`Steps`}>
      {steps().map((name, index) => (
        <li key={name} className={index < current ? 'trip-step-done' : undefined} aria-current={index === current ? 'step' : undefined}>
          {name}
          {index < current && <span className="visually-hidden"> {t`(done)`}</span>}
        </li>
      ))}
    </ol>
  );
}
