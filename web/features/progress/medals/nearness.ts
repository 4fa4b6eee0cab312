interface Steps {
  count: number;
  goal: number;
}

/** Compares by the share that is done, then by the steps left. */
export function compareNearness(one: Steps, other: Steps): number {
  return other.count / other.goal - one.count / one.goal || one.goal - one.count - (other.goal - other.count);
}
