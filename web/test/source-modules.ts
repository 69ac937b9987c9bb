import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

type Node = { type: string; [field: string]: unknown }

type SourceModule = { file: string; tree: Node; imports: string[]; strings: string[] }

export const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))
const PANELS = fileURLToPath(new URL('../../sync-panels/', import.meta.url))
const PANEL_EXPORTS: Record<string, string> = JSON.parse(
  readFileSync(join(PANELS, 'package.json'), 'utf8'),
).exports

const modules = new Map<string, SourceModule>()

/** For tests: a file of the web as the parser reads it, with the files it imports and the texts it contains. */
export function sourceModule(file: string): SourceModule {
  const known = modules.get(file)
  if (known) return known

  const tree = parseSync(file, readFileSync(file, 'utf8')).program as unknown as Node
  const specifiers = [
    ...nodesOf(tree, 'ImportDeclaration', 'ExportNamedDeclaration', 'ImportExpression'),
  ].flatMap(({ source }) => textOf(source) ?? [])
  const module = {
    file,
    tree,
    imports: specifiers.flatMap((specifier) => resolve(file, specifier) ?? []),
    strings: [...nodesOf(tree, 'Literal', 'TemplateLiteral')].flatMap((node) => textOf(node) ?? []),
  }
  modules.set(file, module)
  return module
}

/** A file and everything it imports, directly or not, of the web and the panels. */
export function modulesBehind(file: string, seen = new Set<string>()): SourceModule[] {
  if (seen.has(file)) return []
  seen.add(file)
  const module = sourceModule(file)

  return [module, ...module.imports.flatMap((path) => modulesBehind(path, seen))]
}

/** Every module of the web and of the panels except tests. */
export function allModules(): SourceModule[] {
  return [SOURCE, join(PANELS, 'src')]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.tsx?$/.test(entry.name))
    .map((entry) => sourceModule(join(entry.parentPath, entry.name)))
}

export function* nodesOf(value: unknown, ...types: string[]): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && types.includes(value.type as string)) yield value as Node
  for (const child of Object.values(value)) yield* nodesOf(child, ...types)
}

/** The text of a literal or of a template without expressions. */
export function textOf(node: unknown): string | null {
  const { type, value, quasis } = (node ?? {}) as Partial<Node>
  if (type === 'Literal') return typeof value === 'string' ? value : null
  if (type !== 'TemplateLiteral' || (quasis as unknown[]).length !== 1) return null

  return (quasis as [{ value: { cooked: string } }])[0].value.cooked
}

function resolve(from: string, specifier: string): string | null {
  const path = pathOf(from, specifier)

  return /\.tsx?$/.test(path) && existsSync(path) ? path : null
}

function pathOf(from: string, specifier: string): string {
  const [, panel] = /^@app\/sync-panels\/(.+)$/.exec(specifier) ?? []
  if (panel) return join(PANELS, PANEL_EXPORTS[`./${panel}`] ?? '')
  if (specifier.startsWith('./')) return join(dirname(from), specifier)
  if (!specifier.startsWith('#')) return ''

  return join(from.startsWith(PANELS) ? join(PANELS, 'src') : SOURCE, specifier.slice(1))
}
