interface Steps {
  count: number;
  goal: number;
}

/** Compares by the steps left, then by the share that is done. */
export function compareNearness(one: Steps, other: Steps): number {
  return one.goal - one.count - (other.goal - other.count) || other.count / other.goal - one.count / one.goal;
}
