import { Hono } from 'hono'
import ignore, { type Ignore } from 'ignore'
import type { Mode } from '#formats/tree.ts'
import { zipOf } from '#formats/zip.ts'
import { openRepository, READ_CODE } from '#github/access/open-repository.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { notFound } from '#github/api/errors.ts'
import { entryAt, type PathEntry } from '#github/git/files.ts'
import type { Git } from '#github/git/git.ts'
import { resolve } from '#github/git/history.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import { addressesOf } from '#github/shapes/account-shapes.ts'
import { MINUTE_MS } from '#runtime/clock.ts'
import { isSigned, signUrl } from '#runtime/signed-url.ts'

/** Redirects to the archive of a commit; the download has another address. */
export function archiveRoutes(needs: GithubNeeds) {
  return new Hono<ApiEnv>().get('/repos/:owner/:name/zipball/:ref{.+}', (c) => {
    const { repository, owner, git } = openRepository(needs, c, READ_CODE)
    const sha = resolve(git, c.req.param('ref'))
    if (sha === undefined) throw notFound()
    const path = `/codeload/${owner.login}/${repository.name}/legacy.zip/${sha}`
    const link = addressesOf(needs).web + path
    // Anybody with the link can download a private archive for five minutes.
    const until = needs.clock.now() + LINK_LIFE_MS
    return c.redirect(repository.isPrivate ? signUrl(link, secretOf(needs), until) : link, 302)
  })
}

const LINK_LIFE_MS = 5 * MINUTE_MS

/** The client secret signs links too: it is known to this stand-in and the product only. */
const secretOf = ({ memory: { registrations } }: GithubNeeds) =>
  registrations[0]?.clientSecret ?? ''

const SHORT = 7

/** Archives, at the addresses that the API gives. */
export const downloadRoutes = (needs: GithubNeeds): Hono =>
  new Hono().get('/codeload/:owner/:name/legacy.zip/:sha', (c) => {
    const { people, repositories, gits } = needs.memory
    const { owner: login, name, sha } = c.req.param()
    const owner = people.accountOf(login)
    const repository = owner && repositories.named(owner.id, name)
    const git = repository && gits.of(repository)
    const commit = git?.commit(sha)
    const isOpen = !repository?.isPrivate || isSigned(c.req.url, secretOf(needs), needs.clock.now())
    if (!repository || !git || !commit || !isOpen) return c.text('404: Not Found\n', 404)
    const folder = `${owner.login}-${repository.name}-${sha.slice(0, SHORT)}`

    return c.body(Uint8Array.from(zipOf(archivedFiles(git, commit.tree, folder))), 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename=${folder}.zip`,
    })
  })

type ArchivedFile = { path: string; mode: Mode; content: Buffer }

/** The files of a tree under one top folder; its attributes leave some out. */
const archivedFiles = (git: Git, tree: string, folder: string): ArchivedFile[] =>
  exported(git, tree, attributesOf(git, tree)).flatMap(({ path, mode, sha }) => {
    const content = git.blob(sha)
    return content ? [{ path: `${folder}/${path}`, mode, content }] : []
  })

/** Everything below a tree; a folder that is left out takes all in it along. */
function exported(git: Git, tree: string, has: HasAttribute, prefix = ''): PathEntry[] {
  return (git.tree(tree) ?? []).flatMap((entry) => {
    const path = prefix + entry.name
    const isFolder = entry.mode === '040000'
    if (has(path, isFolder, 'export-ignore')) return []
    return isFolder ? exported(git, entry.sha, has, `${path}/`) : [{ ...entry, path }]
  })
}

type Line = { pattern: Ignore; values: Map<string, boolean> }

/** Whether a path has an attribute, by the tree's own `.gitattributes` files, as `git archive` reads them. */
type HasAttribute = (path: string, isFolder: boolean, name: string) => boolean

function attributesOf(git: Git, tree: string): HasAttribute {
  const known = new Map<string, Line[]>()
  const linesIn = (folder: string): Line[] => {
    const lines = known.get(folder) ?? readLines(git, tree, folder)
    known.set(folder, lines)
    return lines
  }

  return (path, isFolder, name) => {
    const parts = path.split('/')
    let value = false
    // A deeper file, and in it a later line, overrides what came before.
    for (let depth = 0; depth < parts.length; depth++) {
      const below = parts.slice(depth).join('/')
      for (const line of linesIn(parts.slice(0, depth).join('/'))) {
        const isMet = line.pattern.ignores(isFolder ? `${below}/` : below)
        if (isMet) value = line.values.get(name) ?? value
      }
    }
    return value
  }
}

function readLines(git: Git, tree: string, folder: string): Line[] {
  const entry = entryAt(git, tree, folder === '' ? NAME : `${folder}/${NAME}`)
  const text = entry && git.blob(entry.sha)?.toString()

  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:#|\[attr\])/.test(line))
    .map(readLine)
}

const NAME = '.gitattributes'

function readLine(line: string): Line {
  const [, quoted, plain = '', rest = ''] = /^(?:"((?:\\.|[^"])*)"|(\S+))(.*)$/.exec(line) ?? []
  const pattern = quoted?.replace(/\\(.)/g, '$1') ?? plain
  const values = rest.split(/\s+/).filter(Boolean)

  return {
    pattern: ignore({ ignorecase: false }).add(pattern),
    values: new Map(values.map((one) => [one.replace(/^[-!]/, ''), !/^[-!]/.test(one)])),
  }
}
