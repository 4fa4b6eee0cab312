/** Compares the fake with recorded responses, per call: the fields that the product reads, their types and their state values. */

import { stateWords } from '#scripts/lab/stripe-rehearsal/read-fields.ts';
import type { RecordedAnswer } from '#scripts/lab/stripe-rehearsal/recorder.ts';

export function differences(recordedAnswers: RecordedAnswer[], newAnswers: RecordedAnswer[]): string[] {
  const others = groupShapes(newAnswers, formatStepKey);
  // Because of caching, the product may make the same call in a different step.
  const shapesByCall = groupShapes(newAnswers, ({ call }) => call);
  const found = new Set<string>();
  for (const each of recordedAnswers) {
    const key = formatStepKey(each);
    const other = others.get(key) ?? shapesByCall.get(each.call);
    if (!other) found.add(`${key}: recorded, but not requested now`);
    else for (const part of describeShape(each)) if (!other.has(part)) found.add(`${key}: ${part} was recorded, but does not occur now`);
  }
  return [...found];
}

/** Keeps one response of each shape, because the number of polls by jobs and pages varies. */
export function withoutRepetitions(answers: RecordedAnswer[]): RecordedAnswer[] {
  const knownShapes = new Map<string, Set<string>>();
  return answers.filter((each) => {
    const shape = knownShapes.get(formatStepKey(each)) ?? new Set();
    const before = shape.size;
    for (const part of describeShape(each)) shape.add(part);
    knownShapes.set(formatStepKey(each), shape);
    return shape.size > before;
  });
}

const formatStepKey = ({ step, call }: RecordedAnswer) => `${step}, ${call}`;

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
