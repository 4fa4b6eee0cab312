import type { ComponentProps } from 'react';
import { cardSizes, printEnvironments } from '#schema/printing/print.ts';
import { environmentLabels, sizeLabels } from '#web/features/printing/admin/print-labels.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';

type ChoiceProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>;

export function CardSizeField(select: ChoiceProps) {
  return (
    <SelectField label="Card size" {...select}>
      {cardSizes.map((size) => (
        <option key={size} value={size}>
          {sizeLabels[size]}
        </option>
      ))}
    </SelectField>
  );
}

/** Selects the printer's environment. Only super administrators can choose production. */
export function EnvironmentField({ canUseProduction, hint, ...select }: ChoiceProps & { canUseProduction: boolean }) {
  return (
    <SelectField label="Environment" hint={canUseProduction ? hint : 'Only super administrators can order production prints.'} {...select}>
      {printEnvironments.map((environment) => (
        <option key={environment} value={environment} disabled={environment === 'production' && !canUseProduction}>
          {environmentLabels[environment]}
        </option>
      ))}
    </SelectField>
  );
}
