import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

export type FunctionSettings = {
  isEnabled: boolean
  verifyJwt: boolean
  /** Relative to the project's folder. */
  importMap: string | null
  entrypoint: string | null
}

export type FunctionFiles = {
  name: string
  entry: string
  verifyJwt: boolean
  /** The function's `deno.json`, if it has one. */
  config: string | null
  /** A map of its own, which replaces that of the configuration. */
  importMap: string | null
}

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/
const CONFIGS = ['deno.json', 'deno.jsonc']

/** The function of a name; null if there is none. Folders that begin with `_` hold what functions share. */
export function findFunction(
  folder: string,
  name: string,
  all: Readonly<Record<string, FunctionSettings>>,
): FunctionFiles | null {
  const settings = Object.hasOwn(all, name) ? all[name] : undefined
  if (!NAME.test(name) || settings?.isEnabled === false) return null
  const entry = resolve(folder, settings?.entrypoint ?? join('functions', name, 'index.ts'))
  if (!isFile(entry)) return null
  const importMap = settings?.importMap ? resolve(folder, settings.importMap) : null
  const configs = CONFIGS.map((file) => join(dirname(entry), file))

  return {
    name,
    entry,
    verifyJwt: settings?.verifyJwt ?? true,
    config: configs.find(isFile) ?? null,
    importMap,
  }
}

const OLD_SERVE = /https:\/\/deno\.land\/std@[\w.-]+\/http\/server\.ts/g

/**
 * The import map of a function that uses `serve` of the old standard library, which would listen on a port of its own. null: it needs none
 * besides its own.
 */
export function mapForOldServe(
  files: FunctionFiles,
  { folder, shim }: { folder: string; shim: string },
): string | null {
  const sources = sourcesIn(join(folder, 'functions'))
  const addresses = new Set(sources.flatMap((text) => text.match(OLD_SERVE) ?? []))
  const own = files.importMap ?? files.config
  const text = own === null ? '{}' : readFileSync(own, 'utf8')
  for (const address of text.match(OLD_SERVE) ?? []) addresses.add(address)
  if (addresses.size === 0) return null

  const { imports = {}, scopes = {} } = parsed(text)
  const base = own === null ? null : pathToFileURL(own).href
  const absolute = (map: Record<string, string>) =>
    Object.fromEntries(Object.entries(map).map(([key, to]) => [key, at(base, to)]))
  const shims = [...addresses].map((address) => [address, shim])

  return JSON.stringify({
    imports: { ...absolute(imports), ...Object.fromEntries(shims) },
    scopes: Object.fromEntries(
      Object.entries(scopes).map(([key, map]) => [at(base, key), absolute(map)]),
    ),
  })
}

/** The time of the newest change below a folder, so that a changed function starts anew. */
export function newestChange(folder: string): number {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return 0
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.includes('node_modules'))
    .slice(0, MOST_FILES)

  return Math.max(0, ...paths.map((path) => timeOf(join(folder, path))))
}

const MOST_FILES = 2_000

type ImportMap = {
  imports?: Record<string, string>
  scopes?: Record<string, Record<string, string>>
}

/** Deno itself explains a map that is not valid. */
function parsed(text: string): ImportMap {
  try {
    return JSON.parse(text) as ImportMap
  } catch {
    return {}
  }
}

const at = (base: string | null, address: string) =>
  base !== null && /^\.{0,2}\//.test(address) ? new URL(address, base).href : address

function sourcesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|tsx|js|jsx|mjs)$/.test(path) && !path.includes('node_modules'))
    .slice(0, MOST_FILES)
    .map((path) => readFileSync(join(folder, path), 'utf8'))
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

const timeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
