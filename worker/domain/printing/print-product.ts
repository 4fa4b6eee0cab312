/** What the printer makes, and in which paper and finish. Product rules: Claims, printing, email and messages. */
import { err, ok, type Result } from '#worker/domain/result.ts';

export interface PrintProduct {
  reference: string;
  /** Of one design. */
  minimumCount: number;
  options: PrintOption[];
}

/** One paper, finish or the like; of a family one is chosen. */
export interface PrintOption {
  reference: string;
  family: string;
  isDefault: boolean;
}

/** The printer's default option of each family, unless `chosenOptions` names another; empty for a product without options. */
export function chooseOptions({ options }: PrintProduct, chosenOptions: readonly string[]): Result<string[], { unknown: string[] }> {
  const unknown = chosenOptions.filter((reference) => !options.some((option) => option.reference === reference));
  if (unknown.length > 0) return err({ unknown });
  const chosen = options.filter(({ reference }) => chosenOptions.includes(reference));
  const defaults = options.filter(({ isDefault, family }) => isDefault && !chosen.some((option) => option.family === family));
  const optionByFamily = new Map([...defaults.toReversed(), ...chosen].map(({ family, reference }) => [family, reference]));
  return ok([...optionByFamily.values()].sort());
}
