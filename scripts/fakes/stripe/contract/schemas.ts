/**
 * `npm run stripe:schemas`: generates JSON schemas from the types in `calls.ts`, one per Stripe object. They are not committed: tests
 * generate them if they are missing, or if the SDK or this folder has changed.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Schema } from '@cfworker/json-schema';
import type { MutableParser, BaseType as ParsedType, SubNodeParser } from 'ts-json-schema-generator';
import { readState, writeState } from '#scripts/fakes/core/state-file.ts';
import { kinds } from '#scripts/fakes/stripe/store.ts';

type Node = Parameters<SubNodeParser['supportsNode']>[0];

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const typesFile = fileURLToPath(new URL('calls.ts', import.meta.url));
const kindsFile = fileURLToPath(new URL('../store.ts', import.meta.url));
const schemasFile = join(root, 'node_modules', '.cache', 'stripe-schemas.json');

/** Object types that the fake returns expanded. Objects of all other types are returned as an id or null. */
const sentTypes = new Set<string>([...kinds, 'line_item', 'plan', 'subscription_item']);

interface JsonSchema {
  [keyword: string]: unknown;
  type?: Schema['type'];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
}

export interface SchemaFile {
  fingerprint: string;
  /** Schemas by type name; they reference each other by these names. */
  schemas: Record<string, JsonSchema>;
}

export async function updateSchemas(): Promise<string> {
  const sources = [join(root, 'node_modules', 'stripe', 'package.json'), typesFile, kindsFile, fileURLToPath(import.meta.url)];
  const fingerprint = createHash('sha256')
    .update(sources.map((path) => readFileSync(path, 'utf8')).join())
    .digest('hex');
  const cachedSchemas = readState<SchemaFile>(schemasFile);
  if (cachedSchemas?.fingerprint !== fingerprint)
    writeState(schemasFile, { fingerprint, schemas: await makeSchemas() } satisfies SchemaFile);
  return schemasFile;
}

async function makeSchemas(): Promise<SchemaFile['schemas']> {
  const library = await import('ts-json-schema-generator');
  const { BaseType, createFormatter, createParser, createProgram, DEFAULT_CONFIG, NeverType, SchemaGenerator, StringType } = library;
  class ObjectReference extends BaseType {
    readonly name: string;
    constructor(name: string) {
      super();
      this.name = name;
    }
    override getId() {
      return `object-${this.name}`;
    }
  }
  const config = {
    ...DEFAULT_CONFIG,
    ...({ path: typesFile, tsconfig: join(root, 'tsconfig.json'), skipTypeCheck: true } as const),
    ...({ expose: 'none', topRef: false, jsDoc: 'none' } as const),
  };
  const program = createProgram(config);
  const checker = program.getTypeChecker();
  const visitedTypes = new Map<string, Node>();
  const partial = new Set<string>();

  const isReference = (node: Node, name: string) => 'typeName' in node && (node.typeName as Node).getText().replace(/.*\./, '') === name;
  const toObject = (node: Node) => {
    if (!('typeName' in node) || isReference(node, 'ApiList')) return undefined;
    const type = checker.getTypeAtLocation(node);
    const object = type.getProperty('object');
    const literal = object && checker.getTypeOfSymbol(object);
    const declaration = type.symbol?.declarations?.[0];
    return declaration && literal?.isStringLiteral() ? { kind: literal.value, name: type.symbol.name, declared: declaration } : undefined;
  };
  const parser = (chain: MutableParser) => {
    const parse = (supportsNode: (node: Node) => boolean, createType: (node: Node) => ParsedType) =>
      chain.addNodeParser({ supportsNode, createType });
    // Maps the SDK's decimal type to a string, because the API's JSON contains these decimals as strings.
    parse(
      (node) => isReference(node, 'Decimal'),
      () => new StringType(),
    );
    // Excludes `OtherString`, the SDK's placeholder for enum values that it does not know yet.
    parse(
      (node) => isReference(node, 'OtherString'),
      () => new NeverType(),
    );
    parse(
      (node) => isReference(node, 'Partial'),
      (node) => {
        const name = toObject((node as Node & { typeArguments: [Node] }).typeArguments[0])?.name ?? '';
        partial.add(name);
        return new ObjectReference(`Partial${name}`);
      },
    );
    parse(
      (node) => toObject(node) !== undefined,
      (node) => {
        const object = toObject(node);
        if (!object || !sentTypes.has(object.kind)) return new NeverType();
        visitedTypes.set(object.name, object.declared);
        return new ObjectReference(object.name);
      },
    );
  };
  const formatter = createFormatter(config, (chain) =>
    chain.addTypeFormatter({
      supportsType: (type) => type instanceof ObjectReference,
      getDefinition: (type) => ({ $ref: (type as ObjectReference).name }),
      getChildren: () => [],
    }),
  );
  const generator = new SchemaGenerator(program, createParser(program, config, parser), formatter, config);

  const schemas: SchemaFile['schemas'] = {};
  for (const name of ['Calls', 'Events', 'Refusal']) schemas[name] = generator.createSchema(name) as JsonSchema;
  for (const [name, declared] of visitedTypes) schemas[name] = generator.createSchemaFromNodes([declared]) as JsonSchema;
  for (const name of partial) schemas[`Partial${name}`] = { ...schemas[name], required: [] };
  for (const [name, schema] of Object.entries(schemas)) schema.$id = name;
  for (const { properties } of Object.values(schemas.Calls?.properties ?? {})) {
    if (properties?.params) properties.params = toFormSchema(properties.params);
  }
  return schemas;
}

const formTextSchemas: Record<string, JsonSchema> = {
  number: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' },
  boolean: { enum: ['true', 'false'] },
  null: { const: '' },
};

function toFormSchema(schema: JsonSchema): JsonSchema {
  const { type, properties, items, anyOf, additionalProperties } = schema;
  if (Array.isArray(type)) return { anyOf: type.map((member) => toFormSchema({ ...schema, type: member })) };
  if (type !== undefined && formTextSchemas[type]) return formTextSchemas[type];
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, toFormSchema(value)])) }),
    ...(items && { items: toFormSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(toFormSchema) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: toFormSchema(additionalProperties) }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(`The schemas are in ${await updateSchemas()}.`);
