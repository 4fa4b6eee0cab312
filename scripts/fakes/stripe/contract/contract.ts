/** Stripe's own types, as schemas that parameters, answers and events must fit. */
import { readFileSync } from 'node:fs';
import { dereference, type Schema, validate } from '@cfworker/json-schema';
import { matchPath } from '#scripts/fakes/stripe/contract/paths.ts';
import type { SchemaFile } from '#scripts/fakes/stripe/contract/schemas.ts';
import type { FormObject } from '#scripts/fakes/stripe/http/form.ts';

export interface RecordedCall {
  /** As in `Calls`: the method and the path, with `:id` for what varies. */
  call: string;
  params: FormObject;
  /** Pages type cards, which no server of ours does, and are shown a part of the object. */
  caller: 'secret' | 'page';
  answer: unknown;
}

/** These only say that something inside does not fit, which is said too. */
const outerKeywords = new Set(['$ref', 'properties', 'items']);

export class Contract {
  readonly #schemas: SchemaFile['schemas'];
  /** By address, for references. */
  readonly #lookup: Record<string, Schema | boolean> = {};
  readonly #calls: string[];
  #breaches = new Set<string>();

  /** With the schemas of a file that `freshSchemas` made. */
  constructor(schemasFile: string) {
    this.#schemas = (JSON.parse(readFileSync(schemasFile, 'utf8')) as SchemaFile).schemas;
    for (const schema of Object.values(this.#schemas)) dereference(schema, this.#lookup);
    this.#calls = Object.keys(this.#schemas.Calls?.properties ?? {});
  }

  /** As in `Calls`, of a method and a path; undefined where the contract has no such call. */
  nameOf(call: string): string | undefined {
    return this.#calls.find((name) => matchPath(name, call));
  }

  /** What did not fit so far, in words; told once. */
  takeBreaches(): string[] {
    const breaches = [...this.#breaches];
    this.#breaches = new Set();
    return breaches;
  }

  checkCall({ call, params, caller, answer }: RecordedCall): void {
    if (caller === 'secret') this.checkParameters(call, params);
    this.#check(`Answer to ${call}`, answer, this.#part('Calls', call, 'answer'), caller === 'page' ? ['#'] : []);
  }

  checkParameters(call: string, params: FormObject): void {
    this.#check(`Parameters of ${call}`, params, this.#part('Calls', call, 'params'));
  }

  checkRefusal(answer: unknown): void {
    this.#check('Refusal', answer, this.#part('Refusal'), ['#/error/payment_intent', '#/error/setup_intent']);
  }

  /** What fits no schema because there is nothing to read. */
  report(breach: string): void {
    this.#breaches.add(breach);
  }

  checkEvent(event: { type: string }): void {
    this.#check(`Event ${event.type}`, event, this.#part('Events', event.type));
  }

  #part(type: string, ...path: string[]): Schema {
    let schema: Schema | undefined = this.#schemas[type];
    for (const name of path) schema = schema?.properties?.[name] as Schema | undefined;
    // Nothing fits what the contract does not name.
    return schema ?? { not: {} };
  }

  /** @param inPart where objects may lack fields: pages are shown a part of them */
  #check(subject: string, value: unknown, schema: Schema, inPart: string[] = []): void {
    for (const { keyword, keywordLocation, instanceLocation, error } of validate(value, schema, '7', this.#lookup, false).errors) {
      if (outerKeywords.has(keyword) || (keyword === 'required' && inPart.includes(instanceLocation))) continue;
      this.#breaches.add(`${subject}: ${instanceLocation.slice(1)} ${error} (schema ${keywordLocation})`);
    }
  }
}
