import '#web/styles/public-pages.css';
import { certificateActivationDays, certificateOptions, redemptionPauseMonths } from '#schema/rules.ts';
import { StayPicture } from '#web/features/certificates/StayPicture.tsx';
import { plural } from '#web/lib/format.ts';

export function StayOptions() {
  return (
    <>
      <div className="public-columns">
        {certificateOptions.map(({ type, name, description, tokenCost }) => (
          <article key={type} className="sheet stack gap-2 destination">
            <StayPicture type={type} />
            <h3>{name}</h3>
            <p className="muted">{description}</p>
            <p className="destination-cost">
              <strong>{tokenCost}</strong> Treasure Tokens
            </p>
          </article>
        ))}
      </div>
      <p className="public-note">
        Your certificate comes by email and as a PDF. Activate it within {plural(certificateActivationDays, 'day')}; it’s valid for one
        year. You can redeem one every {redemptionPauseMonths} months. We review your first one before you can activate it, usually within
        two working days.
      </p>
    </>
  );
}
