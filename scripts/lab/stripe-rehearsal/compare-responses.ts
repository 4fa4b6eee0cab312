/**
 * Compares the fake's responses with recorded responses, call by call: the fields that the product reads, their types, and their state
 * values.
 */

import { stateWords } from '#scripts/lab/stripe-rehearsal/read-fields.ts';
import type { RecordedResponse } from '#scripts/lab/stripe-rehearsal/recorder.ts';

export function differences(recordedResponses: RecordedResponse[], newResponses: RecordedResponse[]): string[] {
  const shapesByStep = groupShapes(newResponses, formatStepKey);
  // Fallback for a call that is missing from the new run's matching step. Because of caching, the product may make it in a different step.
  const shapesByCall = groupShapes(newResponses, ({ call }) => call);
  const sentences = new Set<string>();
  for (const recorded of recordedResponses) {
    const key = formatStepKey(recorded);
    const newShape = shapesByStep.get(key) ?? shapesByCall.get(recorded.call);
    if (!newShape) sentences.add(`${key}: recorded, but not requested now`);
    else
      for (const part of describeShape(recorded))
        if (!newShape.has(part)) sentences.add(`${key}: ${part} was recorded, but does not occur now`);
  }
  return [...sentences];
}

/** Removes responses whose shape is already known. Otherwise, recordings would depend on how often jobs and pages poll. */
export function removeRepetitions(responses: RecordedResponse[]): RecordedResponse[] {
  const knownShapes = new Map<string, Set<string>>();
  return responses.filter((response) => {
    const shape = knownShapes.get(formatStepKey(response)) ?? new Set();
    const sizeBefore = shape.size;
    for (const part of describeShape(response)) shape.add(part);
    knownShapes.set(formatStepKey(response), shape);
    return shape.size > sizeBefore;
  });
}

const formatStepKey = ({ step, call }: RecordedResponse) => `${step}, ${call}`;

function groupShapes(responses: RecordedResponse[], getKey: (response: RecordedResponse) => string): Map<string, Set<string>> {
  const shapes = new Map<string, Set<string>>();
  for (const response of responses)
    shapes.set(getKey(response), new Set([...(shapes.get(getKey(response)) ?? []), ...describeShape(response)]));
  return shapes;
}

function describeShape({ status, answer }: RecordedResponse): Set<string> {
  const shape = new Set([`status ${status}`]);
  addShape(shape, answer, '', '');
  return shape;
}

/** @param kind `object` value of the containing object */
function addShape(shape: Set<string>, value: unknown, kind: string, field: string): void {
  if (Array.isArray(value)) {
    for (const item of value) addShape(shape, item, kind, field);
    return;
  }
  const fieldPath = kind === '' ? field || 'the answer' : `${kind}.${field}`;
  shape.add(
    stateWords.has(field) && typeof value === 'string'
      ? `${fieldPath} = ${value}`
      : `${fieldPath}: ${value === null ? 'null' : typeof value}`,
  );
  if (typeof value !== 'object' || value === null) return;
  const own = 'object' in value && typeof value.object === 'string' ? value.object : undefined;
  for (const [name, inner] of Object.entries(value)) addShape(shape, inner, own ?? fieldPath, name);
}
