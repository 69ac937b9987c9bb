import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
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

/** Redirects to the archive of a commit; the download has another address. */
export function archiveRoutes(needs: GithubNeeds) {
  const send = (c: Context<ApiEnv>) => {
    const { repository, owner, git } = openRepository(needs, c, READ_CODE)
    const sha = resolve(git, c.req.param('ref') ?? repository.defaultBranch)
    if (sha === undefined) throw notFound()
    const path = `/codeload/${owner.login}/${repository.name}/legacy.zip/${sha}`
    const token = repository.isPrivate ? `?token=${signLink(needs, path)}` : ''
    return c.redirect(addressesOf(needs).web + path + token, 302)
  }

  return new Hono<ApiEnv>()
    .get('/repos/:owner/:name/zipball', send)
    .get('/repos/:owner/:name/zipball/:ref{.+}', send)
}

const LINK_LIFE_MS = 5 * 60 * 1000

/** Anybody with the link can download a private archive for five minutes. */
function signLink(needs: GithubNeeds, path: string): string {
  const expiresAt = String(needs.clock.now() + LINK_LIFE_MS)

  return `${expiresAt}.${signatureOf(needs, path, expiresAt)}`
}

function isSigned(needs: GithubNeeds, path: string, token: string | undefined): boolean {
  const [expiresAt = '', given = ''] = (token ?? '').split('.')
  const wanted = signatureOf(needs, path, expiresAt)
  const isRight =
    given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))

  return isRight && Number(expiresAt) > needs.clock.now()
}

const signatureOf = ({ memory: { registrations } }: GithubNeeds, path: string, expiresAt: string) =>
  createHmac('sha256', registrations[0]?.clientSecret ?? '')
    .update(`${path} ${expiresAt}`)
    .digest('hex')

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
    const isOpen = !repository?.isPrivate || isSigned(needs, c.req.path, c.req.query('token'))
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

type Line = { pattern: RegExp; mustBeFolder: boolean; values: Map<string, boolean> }

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
        const isMet = line.pattern.test(below) && (isFolder || !line.mustBeFolder)
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
    pattern: patternOf(pattern.replace(/\/$/, '')),
    mustBeFolder: pattern.endsWith('/'),
    values: new Map(values.map((one) => [one.replace(/^[-!]/, ''), !/^[-!]/.test(one)])),
  }
}

const TOKENS = /\*\*\/|\/\*\*$|\*+|\?|\[(?:!|\^)?\]?[^\]]*\]|\\.|./gs

/** Without a slash the last name is compared, else the whole path. */
function patternOf(glob: string): RegExp {
  const isAnchored = glob.includes('/')
  const body = glob.replace(/^\//, '').replace(TOKENS, (token) => {
    if (token === '**/') return '(?:.*/)?'
    if (token === '/**') return '/.*'
    if (token.startsWith('*')) return '[^/]*'
    if (token === '?') return '[^/]'
    if (token.length > 1 && token.startsWith('[')) return token.replace(/^\[!/, '[^')
    if (token.length > 1) return escaped(token.slice(1))
    return escaped(token)
  })

  return new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${body}$`, 's')
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
