import { placeVisibilities } from '#schema/finding/place-visibility.ts';
import { ShownPicture } from '#web/features/cards/placement/ShownPicture.tsx';
import { visibilityLabels } from '#web/features/cards/placement/visibility-labels.ts';
import { useSurroundingForm } from '#web/ui/forms/form-inputs.tsx';

export function VisibilityChoice() {
  const { error, ...input } = useSurroundingForm().bind('visibility');
  return (
    <fieldset className="stack gap-3 visibility">
      <legend>What others see</legend>
      <div className="visibility-ways">
        {placeVisibilities.map((visibility) => (
          <label key={visibility} className="visibility-way">
            <input type="radio" value={visibility} {...input} />
            <strong>{visibilityLabels[visibility].name}</strong>
            <ShownPicture visibility={visibility} />
            <span className="muted small">{visibilityLabels[visibility].hint}</span>
          </label>
        ))}
      </div>
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  );
}
