import { FormField } from '#web/ui/forms/form-inputs.tsx';

/** An empty input is no coordinate; text that is no number is told apart by the schema. */
function readCoordinate(typed: unknown): number | null {
  return typed === '' || typed == null ? null : Number(String(typed).replace(',', '.'));
}

/** Latitude and longitude of a card's place, in degrees. */
export function CoordinateFields({ optional = false }: { optional?: boolean }) {
  const input = { optional, inputMode: 'text', autoComplete: 'off', readTyped: readCoordinate } as const;
  return (
    <div className="form-row">
      <FormField label="Latitude" name="latitude" {...input} />
      <FormField label="Longitude" name="longitude" {...input} />
    </div>
  );
}
