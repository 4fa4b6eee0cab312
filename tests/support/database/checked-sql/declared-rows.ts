/** Uses the TypeScript type checker to read the row types that calls to `statement` declare. */
import { fileURLToPath } from 'node:url';
import { type CallExpression, isCallExpression, isIdentifier, type Node, type SourceFile, type TypeNode } from 'typescript/unstable/ast';
import { API, type Project, type Type, TypeFlags } from 'typescript/unstable/sync';
import type { CallSite } from './played-statements.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const configuration = `${root}tsconfig.json`;

export interface DeclaredColumn {
  kinds: ('text' | 'number')[];
  isNullable: boolean;
  /** Whether the row type declares the column as optional. Some of the statements that the call creates may then omit the column. */
  isOptional: boolean;
}

export interface DeclaredRow {
  columns: Map<string, DeclaredColumn>;
  /** Type of all columns not listed in `columns`, if the row type has an index signature. */
  others: DeclaredColumn | undefined;
  /** Columns listed in UncheckedColumns by the declaring call. */
  unchecked: Set<string>;
  /**
   * Columns that a generic function lists in its own `UncheckedColumns` type argument. In this case, the function's caller declares the row
   * type.
   */
  uncheckedInside: Set<string>;
}

interface Call {
  site: CallSite;
  node: CallExpression;
  source: SourceFile;
}

export class DeclaredRows {
  readonly #api = new API({ cwd: root });
  readonly #project: Project;
  readonly #calls = new Map<string, Call[]>();

  constructor() {
    const project = this.#api.updateSnapshot({ openProjects: [configuration] }).getProject(configuration);
    if (!project) throw new Error(`No project at ${configuration}`);
    this.#project = project;
  }

  close(): void {
    this.#api.close();
  }

  /** Lists the calls in a file that create a statement or pass a row type as a type argument. */
  listStatements(file: string): CallSite[] {
    return this.#callsIn(file)
      .filter(({ node }) => ['statement', 'execute'].includes(getCalledName(node)?.text ?? '') || node.typeArguments !== undefined)
      .map(({ site }) => site);
  }

  /**
   * Returns the row type declared for a statement, or undefined if there is none. If a generic function forwards its own type parameters
   * (`Row`, `UncheckedColumns`), its caller declares the row type, and `site` is the caller's call site.
   */
  matchCalls(calls: readonly CallSite[]): { site: CallSite; row: DeclaredRow | undefined } {
    const [site, ...outer] = calls;
    const call = site && this.#callAt(site);
    if (!call) throw new Error(`No call found at ${JSON.stringify(site)}`);
    const [row, unchecked] = call.node.typeArguments ?? [];
    if (!row) return { site: call.site, row: undefined };
    const declaredRow: DeclaredRow = { columns: new Map(), others: undefined, unchecked: new Set(), uncheckedInside: new Set() };
    const passedOn = [
      this.#addColumns(declaredRow, this.#getType(row)),
      unchecked ? this.#addUnchecked(declaredRow, this.#getType(unchecked)) : false,
    ];
    if (!passedOn.includes(true)) return { site: call.site, row: declaredRow };
    const caller = this.matchCalls(outer);
    if (!caller.row) return { site: caller.site, row: undefined };
    const { columns, others } = caller.row;
    return {
      site: caller.site,
      row: {
        columns: new Map([...columns, ...declaredRow.columns]),
        others: declaredRow.others ?? others,
        unchecked: caller.row.unchecked,
        uncheckedInside: new Set([...caller.row.uncheckedInside, ...declaredRow.unchecked]),
      },
    };
  }

  /** Adds a type's columns to the row. Returns true if the type contains a type parameter. */
  #addColumns(row: DeclaredRow, type: Type): boolean {
    if (type.flags & TypeFlags.TypeParameter) return true;
    if (type.isIntersectionType())
      return type
        .getTypes()
        .map((part) => this.#addColumns(row, part))
        .includes(true);
    const { checker } = this.#project;
    for (const property of checker.getPropertiesOfType(type)) {
      const value = checker.getTypeOfSymbol(property);
      if (value) row.columns.set(property.name, toDeclaredColumn(value));
    }
    const [others] = checker.getIndexInfosOfType(type);
    if (others) row.others = toDeclaredColumn(others.valueType);
    return false;
  }

  #addUnchecked(row: DeclaredRow, type: Type): boolean {
    if (type.flags & TypeFlags.TypeParameter) return true;
    if (type.isUnionType())
      return type
        .getTypes()
        .map((part) => this.#addUnchecked(row, part))
        .includes(true);
    if (type.isStringLiteralType()) row.unchecked.add(type.value);
    return false;
  }

  #getType(node: TypeNode): Type {
    const type = this.#project.checker.getTypeFromTypeNode(node);
    if (!type) throw new Error(`No type: ${node.getText()}`);
    return type;
  }

  #callAt({ file, line, column }: CallSite): Call | undefined {
    return this.#callsIn(file).find(({ site }) => site.line === line && site.column === column);
  }

  #callsIn(file: string): Call[] {
    const knownCalls = this.#calls.get(file);
    if (knownCalls) return knownCalls;
    const source = this.#project.program.getSourceFile(root + file);
    if (!source) throw new Error(`${file} is not part of the project`);
    const calls: Call[] = [];
    const visit = (node: Node): void => {
      const name = isCallExpression(node) ? getCalledName(node) : undefined;
      if (isCallExpression(node) && name) calls.push({ site: { file, ...locateNode(source, name) }, node, source });
      node.forEachChild(visit);
    };
    visit(source);
    this.#calls.set(file, calls);
    return calls;
  }
}

/** Returns the node at which a stack trace locates a call: the function's name, without the object it is called on. */
function getCalledName({ expression }: CallExpression) {
  if (isIdentifier(expression)) return expression;
  const name = 'name' in expression ? (expression.name as Node) : undefined;
  return name && isIdentifier(name) ? name : undefined;
}

function locateNode(source: SourceFile, node: Node): { line: number; column: number } {
  const before = source.text.slice(0, node.getStart(source)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function toDeclaredColumn(type: Type): DeclaredColumn {
  const parts = type.isUnionType() ? type.getTypes() : [type];
  const hasFlag = (flags: TypeFlags) => parts.some((part) => (part.flags & flags) !== 0);
  return {
    kinds: [...(hasFlag(TypeFlags.StringLike) ? (['text'] as const) : []), ...(hasFlag(TypeFlags.NumberLike) ? (['number'] as const) : [])],
    isNullable: hasFlag(TypeFlags.Null),
    isOptional: hasFlag(TypeFlags.Undefined),
  };
}
