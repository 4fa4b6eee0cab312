import { readFileSync } from 'node:fs';
import { dereference, type Schema, validate } from '@cfworker/json-schema';
import { matchPath } from '#scripts/fakes/stripe/contract/paths.ts';
import type { SchemaFile } from '#scripts/fakes/stripe/contract/schemas.ts';
import type { FormObject } from '#scripts/fakes/stripe/http/form.ts';

export interface RecordedCall {
  call: string;
  params: FormObject;
  /** Kind of caller. Pages send card data and receive objects with fewer fields. Our servers never send card data. */
  caller: 'secret' | 'page';
  answer: unknown;
}

/** Schema keywords whose errors only repeat that a nested value is invalid. The nested error is reported separately. */
const outerKeywords = new Set(['$ref', 'properties', 'items']);

export class Contract {
  readonly #schemas: SchemaFile['schemas'];
  readonly #lookup: Record<string, Schema | boolean> = {};
  readonly #calls: string[];
  #violations = new Set<string>();

  constructor(schemasFile: string) {
    this.#schemas = (JSON.parse(readFileSync(schemasFile, 'utf8')) as SchemaFile).schemas;
    for (const schema of Object.values(this.#schemas)) dereference(schema, this.#lookup);
    this.#calls = Object.keys(this.#schemas.Calls?.properties ?? {});
  }

  findName(call: string): string | undefined {
    return this.#calls.find((name) => matchPath(name, call));
  }

  takeBreaches(): string[] {
    const violations = [...this.#violations];
    this.#violations = new Set();
    return violations;
  }

  checkCall({ call, params, caller, answer }: RecordedCall): void {
    if (caller === 'secret') this.checkParameters(call, params);
    this.#check(`Answer to ${call}`, answer, this.#part('Calls', call, 'answer'), caller === 'page' ? ['#'] : []);
  }

  checkParameters(call: string, params: FormObject): void {
    this.#check(`Parameters of ${call}`, params, this.#part('Calls', call, 'params'));
  }

  checkRefusal(response: unknown): void {
    this.#check('Refusal', response, this.#part('Refusal'), ['#/error/payment_intent', '#/error/setup_intent']);
  }

  report(breach: string): void {
    this.#violations.add(breach);
  }

  checkEvent(event: { type: string }): void {
    this.#check(`Event ${event.type}`, event, this.#part('Events', event.type));
  }

  #part(type: string, ...path: string[]): Schema {
    let schema: Schema | undefined = this.#schemas[type];
    for (const name of path) schema = schema?.properties?.[name] as Schema | undefined;
    // A type or field that is not in the contract gets a schema that rejects every value.
    return schema ?? { not: {} };
  }

  /** @param inPart types of objects that may lack fields, such as objects sent to pages */
  #check(subject: string, value: unknown, schema: Schema, inPart: string[] = []): void {
    for (const { keyword, keywordLocation, instanceLocation, error } of validate(value, schema, '7', this.#lookup, false).errors) {
      if (outerKeywords.has(keyword) || (keyword === 'required' && inPart.includes(instanceLocation))) continue;
      this.#violations.add(`${subject}: ${instanceLocation.slice(1)} ${error} (schema ${keywordLocation})`);
    }
  }
}
