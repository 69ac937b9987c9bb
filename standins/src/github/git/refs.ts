import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

export type Ref = { name: string; sha: string }

export type Refs = ReturnType<typeof openRefs>

/** Git's own files, one for each branch or tag. */
export function openRefs(folder: string) {
  const files = () =>
    readdirSync(join(folder, 'refs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  const get = (name: string) => (files().includes(name) ? shaIn(join(folder, name)) : undefined)

  return {
    get,
    /** Sorted by name, such as `refs/heads/main`. */
    all: (): Ref[] =>
      files()
        .toSorted()
        .map((name) => ({ name, sha: shaIn(join(folder, name)) })),
    set(name: string, sha: string) {
      mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
      writeFileSync(join(folder, name), `${sha}\n`)
    },
    remove(name: string) {
      rmSync(join(folder, name), { force: true })
      // An empty folder `a` would prevent a branch named `a` after `a/b`.
      for (let at = dirname(name); at.split('/').length > 2; at = dirname(at)) {
        if (readdirSync(join(folder, at)).length > 0) break
        rmdirSync(join(folder, at))
      }
    },
  }
}

const shaIn = (file: string) => readFileSync(file, 'utf8').trim()

const FORBIDDEN = /[\s~^:?*[\\\x7f]|\.\.|@\{|\/\/|\.lock(?:\/|$)|(?:^|\/)\.|[/.]$/
const MAX_REF_BYTES = 255

/** Whether GitHub takes the name. Refs of pull requests are its own. */
export const isRefName = (name: string): boolean =>
  Buffer.byteLength(name) <= MAX_REF_BYTES &&
  /^refs\/[^/]+\/./.test(name) &&
  !FORBIDDEN.test(name) &&
  ![...name].some((one) => one < ' ') &&
  name !== 'refs/heads/HEAD' &&
  !/^refs\/(?:heads|tags)\/[0-9a-f]{40}$/i.test(name) &&
  !isHiddenRef(name)

export const isHiddenRef = (name: string): boolean => name.startsWith('refs/pull/')

/** Git keeps refs as files: a name cannot be a folder of another. Returns the ref in the way. */
export const refInTheWay = (refs: Refs, ref: string): string | undefined =>
  refs
    .all()
    .map(({ name }) => name)
    .find((name) => name.startsWith(`${ref}/`) || ref.startsWith(`${name}/`))
