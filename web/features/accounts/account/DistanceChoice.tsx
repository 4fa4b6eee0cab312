import { t } from '@lingui/core/macro';
import { formatDistance } from '#web/lib/distance/distance-format.ts';
import { type DistanceUnit, getRegionalUnit, storeDistanceChoice, useDistanceChoice } from '#web/lib/distance/distance-unit.ts';
import { showToast } from '#web/lib/react/toast.ts';

const unitNames = (): Record<DistanceUnit, string> => ({ imperial: t`miles`, metric: t`kilometers` });

export function DistanceChoice() {
  const choice = useDistanceChoice();
  const options: [DistanceUnit | null, string, string][] = [
    [null, t`Automatic`, t`By region: ${unitNames()[getRegionalUnit()]}`],
    ['imperial', t`Miles`, formatDistance(1_240, 'imperial')],
    ['metric', t`Kilometers`, formatDistance(1_240, 'metric')],
  ];

  function choose(unit: DistanceUnit | null) {
    storeDistanceChoice(unit);
    showToast({
      title: t`Preferences saved`,
      description: t`Distances are now in ${unitNames()[unit ?? getRegionalUnit()]}.`,
      tone: 'success',
    });
  }

  return (
    <fieldset className="unit-choice">
      <legend className="visually-hidden">{t`Distances`}</legend>
      <div className="unit-options">
        {options.map(([unit, name, example]) => (
          <label key={name} className={choice === unit ? 'unit-option chosen' : 'unit-option'}>
            <input type="radio" name="distance-unit" checked={choice === unit} onChange={() => choose(unit)} />
            <span>
              <strong>{name}</strong>
              <span className="muted small">{example}</span>
            </span>
          </label>
        ))}
      </div>
      <p className="muted small">{t`Applies to this device until you sign out.`}</p>
    </fieldset>
  );
}
