/** SQL that erases our evidence and notes about a member from a dispute. */
export const eraseAnswer = 'evidence = NULL, customer = NULL, answer_note = NULL, answer_error = NULL';
export const hasAnswer = (dispute: string) =>
  `coalesce(${dispute}.evidence, ${dispute}.customer, ${dispute}.answer_note, ${dispute}.answer_error) IS NOT NULL`;
