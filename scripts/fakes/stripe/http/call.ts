import type * as v from 'valibot';
import type { Account } from '#scripts/fakes/stripe/account.ts';
import type { Calls } from '#scripts/fakes/stripe/contract/calls.ts';
import { matchPath } from '#scripts/fakes/stripe/contract/paths.ts';
import { badRequest } from '#scripts/fakes/stripe/http/errors.ts';
import type { FormObject } from '#scripts/fakes/stripe/http/form.ts';
import { readParameters } from '#scripts/fakes/stripe/http/parameters.ts';

const maxExpandLevels = 4;

export class Call {
  readonly account: Account;
  readonly path: string;
  readonly ids: string[];
  readonly form: FormObject;
  readonly expand: string[];

  constructor(account: Account, path: string, ids: string[], { expand, ...form }: FormObject) {
    this.account = account;
    this.path = path;
    this.ids = ids;
    this.form = form;
    this.expand = readExpand(expand);
  }

  get id(): string {
    return this.ids[0] ?? '';
  }

  read<Schema extends v.GenericSchema>(schema: Schema): v.InferOutput<Schema> {
    return readParameters(schema, this.form);
  }
}

function readExpand(value: unknown): string[] {
  if (value === undefined || value === '') return [];
  if (!Array.isArray(value) || !value.every((path) => typeof path === 'string')) throw badRequest('Invalid array', { param: 'expand' });
  const tooDeepPath = value.find((path) => path.split('.').length > maxExpandLevels);
  if (tooDeepPath) throw badRequest(`You cannot expand more than ${maxExpandLevels} levels of a property. Property: ${tooDeepPath}`);
  return value;
}

export interface ResponseObject {
  object: string;
}

export type Handler = (call: Call) => ResponseObject;

export type Routes = { [Name in keyof Calls]?: Handler };

export interface Match {
  name: keyof Calls;
  ids: string[];
}

export function matchRoute(routes: Routes, path: string): Match | undefined {
  for (const name of Object.keys(routes) as (keyof Calls)[]) {
    const ids = matchPath(name, path);
    if (ids) return { name, ids };
  }
  return undefined;
}
