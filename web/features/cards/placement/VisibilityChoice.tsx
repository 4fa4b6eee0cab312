import { t } from '@lingui/core/macro';
import { placeVisibilities } from '#schema/finding/place-visibility.ts';
import { VisibilityPicture } from '#web/features/cards/placement/VisibilityPicture.tsx';
import { useVisibilityLabels } from '#web/features/cards/placement/visibility-labels.ts';
import { useFormContext } from '#web/ui/forms/form-inputs.tsx';

export function VisibilityChoice() {
  const visibilityLabels = useVisibilityLabels();
  const { error, ...input } = useFormContext().bind('visibility');
  return (
    <fieldset className="stack gap-3 visibility">
      <legend>{t`What others see`}</legend>
      <div className="visibility-ways">
        {placeVisibilities.map((visibility) => (
          <label key={visibility} className="visibility-way">
            <input type="radio" value={visibility} {...input} />
            <strong>{visibilityLabels[visibility].name}</strong>
            <VisibilityPicture visibility={visibility} />
            <span className="muted small">{visibilityLabels[visibility].hint}</span>
          </label>
        ))}
      </div>
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  );
}
