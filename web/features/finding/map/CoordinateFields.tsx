import { t } from '@lingui/core/macro';
import { type FocusEvent, useRef } from 'react';
import { type Axis, parseCoordinate, parsePlace } from '#schema/finding/coordinates.ts';
import type { Place } from '#schema/finding/geo.ts';
import { describeFlaw } from '#web/features/finding/map/coordinate-words.ts';
import { getLanguage } from '#web/lib/words/words.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { useFormContext } from '#web/ui/forms/form-inputs.tsx';

interface CoordinateFieldsProps {
  optional?: boolean;
  /** Called with the location when someone pastes or types a coordinate pair or a map link into one of the fields. */
  onPlace: (place: Place) => void;
}

export function CoordinateFields({ optional = false, onPlace }: CoordinateFieldsProps) {
  const takePair = (text: string): boolean => {
    const typedPlace = parsePlace(text, getLanguage());
    if (!typedPlace || 'refusal' in typedPlace) return false;
    onPlace(typedPlace.place);
    return true;
  };
  return (
    <div className="form-row">
      <CoordinateField label={t`Latitude`} name="latitude" optional={optional} takePair={takePair} />
      <CoordinateField label={t`Longitude`} name="longitude" optional={optional} takePair={takePair} />
    </div>
  );
}

interface CoordinateFieldProps {
  label: string;
  name: Axis;
  optional: boolean;
  takePair: (text: string) => boolean;
}

function CoordinateField({ label, name, optional, takePair }: CoordinateFieldProps) {
  const refusal = useRef<string>(undefined);
  const { error, ...input } = useFormContext().bind(name, (text: unknown) => {
    refusal.current = undefined;
    if (text == null || String(text).trim() === '') return null;
    const coordinate = parseCoordinate(String(text), name, getLanguage());
    if ('degrees' in coordinate) return coordinate.degrees;
    refusal.current = describeFlaw(coordinate.refusal, name);
    return Number.NaN;
  });
  const tryReadPair = (text: string) => 'refusal' in parseCoordinate(text, name, getLanguage()) && takePair(text);
  return (
    <Field
      label={label}
      optional={optional}
      inputMode="text"
      autoComplete="off"
      {...input}
      error={error && (refusal.current ?? error)}
      onPaste={(event) => {
        if (tryReadPair(event.clipboardData.getData('text'))) event.preventDefault();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tryReadPair(event.currentTarget.value);
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        tryReadPair(event.currentTarget.value);
        return input.onBlur(event);
      }}
    />
  );
}
