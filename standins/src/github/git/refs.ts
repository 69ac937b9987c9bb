import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

export type Ref = { name: string; sha: string }

export type Refs = {
  /** Sorted by name, such as `refs/heads/main`. */
  all(): Ref[]
  get(name: string): string | undefined
  set(name: string, sha: string): void
  remove(name: string): void
}

/** Git's own files, one for each branch or tag. */
export function openRefs(folder: string): Refs {
  const files = () =>
    readdirSync(join(folder, 'refs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  const get = (name: string) => (files().includes(name) ? shaIn(join(folder, name)) : undefined)

  return {
    get,
    all: () =>
      files()
        .toSorted()
        .map((name) => ({ name, sha: shaIn(join(folder, name)) })),
    set(name, sha) {
      mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
      writeFileSync(join(folder, name), `${sha}\n`)
    },
    remove: (name) => rmSync(join(folder, name), { force: true }),
  }
}

const shaIn = (file: string) => readFileSync(file, 'utf8').trim()

const FORBIDDEN = /[\s~^:?*[\\\x7f]|\.\.|@\{|\/\/|\.lock(?:\/|$)|(?:^|\/)\.|[/.]$/

/** Git's own rules for ref names. */
export const isRefName = (name: string): boolean =>
  /^refs\/[^/]+\/./.test(name) && !FORBIDDEN.test(name) && !hasControlCharacter(name)

const hasControlCharacter = (text: string) => [...text].some((one) => one < ' ')
