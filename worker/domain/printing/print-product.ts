/** See "Claims, printing, email and messages" in docs/product-rules.md. */
import { err, ok, type Result } from '#worker/domain/result.ts';

export interface PrintProduct {
  reference: string;
  minimumCount: number;
  options: PrintOption[];
}

/** A print option, such as a paper or finish. One option per family is selected. */
export interface PrintOption {
  reference: string;
  family: string;
  isDefault: boolean;
}

/** Returns one option per family: the one in `chosenOptions`, or else the printer's default. Empty if the product has no options. */
export function chooseOptions({ options }: PrintProduct, chosenOptions: readonly string[]): Result<string[], { unknown: string[] }> {
  const unknownReferences = chosenOptions.filter((reference) => !options.some((option) => option.reference === reference));
  if (unknownReferences.length > 0) return err({ unknown: unknownReferences });
  const chosenOption = options.filter(({ reference }) => chosenOptions.includes(reference));
  const defaults = options.filter(({ isDefault, family }) => isDefault && !chosenOption.some((option) => option.family === family));
  const optionByFamily = new Map([...defaults.toReversed(), ...chosenOption].map(({ family, reference }) => [family, reference]));
  return ok([...optionByFamily.values()].sort());
}
