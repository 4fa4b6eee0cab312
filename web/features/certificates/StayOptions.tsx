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
        Your certificate comes by email and as a PDF. Activate it within {plural(certificateActivationDays, 'day')} of receiving it; it is
        valid for one year. You can redeem one certificate per {redemptionPauseMonths} months. A person looks at everybody’s first one
        before it can be activated, as a rule within two working days.
      </p>
    </>
  );
}
