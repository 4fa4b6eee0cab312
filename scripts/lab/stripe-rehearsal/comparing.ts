/** Compares the fake with recorded responses: fields that the product reads, their types and state values, per call. */

import { stateWords } from '#scripts/lab/stripe-rehearsal/read-fields.ts';
import type { RecordedAnswer } from '#scripts/lab/stripe-rehearsal/recording.ts';

export function differences(recorded: RecordedAnswer[], answered: RecordedAnswer[]): string[] {
  const others = groupShapes(answered, inStep);
  // Because of caching, the product may make a call in a different step.
  const anywhere = groupShapes(answered, ({ call }) => call);
  const found = new Set<string>();
  for (const each of recorded) {
    const key = inStep(each);
    const other = others.get(key) ?? anywhere.get(each.call);
    if (!other) found.add(`${key}: was asked then, and is not now`);
    else for (const seen of describeShape(each)) if (!other.has(seen)) found.add(`${key}: ${seen} was recorded, and does not come now`);
  }
  return [...found];
}

/** One of each shape: how often jobs and pages poll may vary. */
export function withoutRepetitions(answers: RecordedAnswer[]): RecordedAnswer[] {
  const known = new Map<string, Set<string>>();
  return answers.filter((each) => {
    const shape = known.get(inStep(each)) ?? new Set();
    const before = shape.size;
    for (const seen of describeShape(each)) shape.add(seen);
    known.set(inStep(each), shape);
    return shape.size > before;
  });
}

const inStep = ({ step, call }: RecordedAnswer) => `${step}, ${call}`;

function groupShapes(answers: RecordedAnswer[], getKey: (answer: RecordedAnswer) => string): Map<string, Set<string>> {
  const shapes = new Map<string, Set<string>>();
  for (const each of answers) shapes.set(getKey(each), new Set([...(shapes.get(getKey(each)) ?? []), ...describeShape(each)]));
  return shapes;
}

function describeShape({ status, answer }: RecordedAnswer): Set<string> {
  const shape = new Set([`status ${status}`]);
  addShape(shape, answer, '', '');
  return shape;
}

/** @param kind `object` value of the containing object */
function addShape(shape: Set<string>, value: unknown, kind: string, field: string): void {
  if (Array.isArray(value)) {
    for (const each of value) addShape(shape, each, kind, field);
    return;
  }
  const place = kind === '' ? field || 'the answer' : `${kind}.${field}`;
  shape.add(
    stateWords.has(field) && typeof value === 'string' ? `${place} = ${value}` : `${place}: ${value === null ? 'null' : typeof value}`,
  );
  if (typeof value !== 'object' || value === null) return;
  const own = 'object' in value && typeof value.object === 'string' ? value.object : undefined;
  for (const [name, inner] of Object.entries(value)) addShape(shape, inner, own ?? place, name);
}
