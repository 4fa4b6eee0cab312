/** Parses Stripe's form encoding, which uses brackets for nesting (`items[0][price]=…`, `expand[]=…`). */
import { badRequest } from '#scripts/fakes/stripe/http/errors.ts';

export type FormValue = string | FormValue[] | FormObject;
export interface FormObject {
  [name: string]: FormValue;
}

const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);
const maxDepth = 10;

/** Parses form fields into nested values. Objects whose keys are all integers become arrays. */
export function parseForm(text: string): FormObject {
  const root = createBranch();
  for (const [name, value] of new URLSearchParams(text)) setPath(root, parsePath(name), value, name);
  return toObject(root);
}

export function canonicalForm(text: string): string {
  const parameters = new URLSearchParams(text);
  parameters.sort();
  return parameters.toString();
}

interface Branch {
  [name: string]: string | Branch;
}

function createBranch(): Branch {
  return Object.create(null) as Branch;
}

function parsePath(name: string): string[] {
  const path = name.replaceAll(']', '').split('[');
  const isWellFormed = /^[^[\]]+(\[[^[\]]*\])*$/.test(name) && path.length <= maxDepth && !path.some((part) => forbiddenNames.has(part));
  if (!isWellFormed) throw badRequest(`Invalid parameter name: ${name}`, { param: name });
  return path;
}

function setPath(branch: Branch, path: string[], value: string, name: string): void {
  const [first = '', ...rest] = path;
  const key = first === '' ? String(Object.keys(branch).length) : first;
  if (rest.length === 0) {
    branch[key] = value;
    return;
  }
  const next = branch[key] ?? createBranch();
  if (typeof next === 'string') throw badRequest(`Parameter ${name} is given both as a value and as a hash.`, { param: name });
  branch[key] = next;
  setPath(next, rest, value, name);
}

function toObject(branch: Branch): FormObject {
  return Object.fromEntries(Object.entries(branch).map(([name, value]) => [name, toValue(value)]));
}

function toValue(value: string | Branch): FormValue {
  if (typeof value === 'string') return value;
  const names = Object.keys(value);
  const isArray = names.length > 0 && names.every((name) => /^\d+$/.test(name));
  if (!isArray) return toObject(value);
  return names.sort((a, b) => Number(a) - Number(b)).map((name) => toValue(value[name] ?? ''));
}
