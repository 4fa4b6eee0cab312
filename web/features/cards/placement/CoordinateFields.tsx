import { FormField } from '#web/ui/forms/form-inputs.tsx';

function readCoordinate(input: unknown): number | null {
  return input === '' || input == null ? null : Number(String(input).replace(',', '.'));
}

export function CoordinateFields({ optional = false }: { optional?: boolean }) {
  const input = { optional, inputMode: 'text', autoComplete: 'off', parseInput: readCoordinate } as const;
  return (
    <div className="form-row">
      <FormField label="Latitude" name="latitude" {...input} />
      <FormField label="Longitude" name="longitude" {...input} />
    </div>
  );
}
