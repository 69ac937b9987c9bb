import { join } from 'node:path'
import { startGithub } from '@app/standins/github'
import { onTestFinished } from 'vitest'
import { type Contents, contentsOf } from '#files/contents.ts'
import { type FileSet, readFiles } from '#files/gather-files.ts'
import { type Fetch, type HostOptions, openHost } from '#host/host.ts'
import type { Mode } from '#objects/listing.ts'
import { git, gitBytes, type TestFile, temporaryFolder } from './git.ts'

export const OWNER = 'mia-torres'

/** A file in a seed: a text, or one of the stand-in's other forms. */
export type SeedFile = string | null | Record<string, unknown>
export type Recorded = { method: string; path: string; status: number | null }

/** What happens around each call; throwing in `before` is a request that never left. */
type Hooks = {
  before?: (call: { method: string; path: string; count: number }) => Promise<void> | void
  after?: (call: { method: string; path: string; count: number }) => Promise<void> | void
}

/** What GitHub's servers do not all know at once: a new repository, a new commit, a moved branch. */
export const LAGS = { creationLagCalls: 2, commitLagCalls: 1, refLagCalls: 1 }

/** The GitHub stand-in with one member, and the engine's needs over it: a clock that waiting moves. */
export async function openWorld(limits: Record<string, number> = {}) {
  const dataDir = temporaryFolder()
  const github = await startGithub({ dataDir })
  onTestFinished(github.close)
  const control = (method: string, path: string, body?: unknown) =>
    fetch(`${github.webUrl}/_control/${path}`, {
      method,
      headers: { 'x-standin-control': '1' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const tokenFor = async (login: string, scopes = ['repo', 'workflow', 'delete_repo']) =>
    (
      (await (await control('POST', `people/${login}/tokens`, { scopes })).json()) as {
        token: string
      }
    ).token
  const token = await tokenFor(OWNER)
  const none = { creationsPerMinute: null, creationsPerHour: null, pointsPerMinute: null }
  await control('PUT', 'limits', { ...none, ...limits })

  const clock = { now: Date.UTC(2027, 0, 1), waits: [] as number[] }
  const calls: Recorded[] = []
  const hooks: Hooks = {}
  const watched: Fetch = async (address, init) => {
    const path = address.slice(github.apiUrl.length)
    const call = { method: init.method, path, count: calls.length + 1 }
    const recorded: Recorded = { method: init.method, path, status: null }
    calls.push(recorded)
    await hooks.before?.(call)
    const response = await fetch(address, init)
    recorded.status = response.status
    await hooks.after?.(call)
    return response
  }
  const options = (changes: Partial<HostOptions> = {}): HostOptions => ({
    apiUrl: github.apiUrl,
    webUrl: github.webUrl,
    token: async () => token,
    fetch: watched,
    now: () => clock.now,
    wait: async (ms) => {
      clock.waits.push(ms)
      clock.now += ms
    },
    can: { archives: true, packs: false, workflows: true },
    ...changes,
  })

  return {
    ...github,
    control,
    token,
    tokenFor,
    clock,
    calls,
    hooks,
    options,
    host: (changes?: Partial<HostOptions>) => openHost(options(changes)),
    target: (name: string, branch = 'main') => ({ owner: OWNER, name, branch }),
    fault: (fault: Record<string, unknown>) => control('POST', 'faults', fault),
    limits: (limits: Record<string, unknown>) => control('PUT', 'limits', limits),
    change: (name: string, changes: unknown) =>
      control('PUT', `repositories/${OWNER}/${name}`, changes),
    seed: async (name: string, ...commits: Record<string, SeedFile>[]) => {
      const reply = await control('POST', 'seed', {
        repositories: [
          {
            owner: OWNER,
            name,
            private: true,
            commits: commits.map((files, i) => ({ message: `Seed ${i}`, files })),
          },
        ],
      })
      if (!reply.ok) throw new Error(await reply.text())
    },
    organisation: (login: string) =>
      control('POST', 'seed', { organisations: [{ login, owners: [OWNER] }] }),
    /** Somebody else pushes. */
    meanwhile: async (name: string, files: Record<string, SeedFile>, branch = 'main') => {
      const reply = await control('POST', `repositories/${OWNER}/${name}/commits`, {
        person: OWNER,
        branch,
        files,
      })
      return ((await reply.json()) as { sha: string }).sha
    },
    /** The bare repository on disk, for git itself. */
    repository: async (name: string, owner = OWNER) => {
      // The stand-in makes the folder when somebody first looks.
      await fetch(`${github.apiUrl}/repos/${owner}/${name}/branches`, {
        headers: { authorization: `Bearer ${await tokenFor(OWNER)}` },
      })
      const reply = await control('GET', `repositories/${owner}/${name}`)
      const { id } = (await reply.json()) as { id: number }
      return bareRepository(join(dataDir, 'standins', 'github', 'git', `${id}.git`))
    },
  }
}

function bareRepository(place: string) {
  return {
    place,
    head: (branch = 'main') => git(place, ['rev-parse', `refs/heads/${branch}`]),
    tree: (branch = 'main') => git(place, ['rev-parse', `refs/heads/${branch}^{tree}`]),
    files: (branch = 'main') => filesOf(place, branch),
    history: (branch = 'main') => git(place, ['rev-list', `refs/heads/${branch}`]).split('\n'),
    commits: (branch = 'main') => logOf(place, branch).map(({ title }) => title),
    log: (branch = 'main') => logOf(place, branch),
    fsck: () => git(place, ['fsck', '--strict', '--no-dangling']),
  }
}

/** Names and titles of a branch's commits, newest first. */
const logOf = (place: string, branch: string) =>
  git(place, ['log', '--format=%H %s', `refs/heads/${branch}`])
    .split('\n')
    .map((line) => ({ sha: line.slice(0, 40), title: line.slice(41) }))

/** Path → mode and content, as git has them; two processes, whatever the number of files. */
function filesOf(place: string, branch: string): Record<string, string> {
  const lines = git(place, ['ls-tree', '-r', '-z', `refs/heads/${branch}`])
    .split('\0')
    .filter(Boolean)
  const entries = lines.map((line) => {
    const [, mode = '', sha = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? []
    return { mode, sha, path }
  })
  const blobs = entries.filter(({ mode }) => mode !== '160000')
  const contents = readBlobs(place, [...new Set(blobs.map(({ sha }) => sha))])

  return Object.fromEntries(
    entries.map(({ mode, sha, path }) => {
      const content = contents.get(sha) ?? sha
      return [path, mode === '100644' ? content : `${mode} ${content}`]
    }),
  )
}

function readBlobs(place: string, shas: readonly string[]): Map<string, string> {
  const input = shas.map((sha) => `${sha}\n`).join('')
  const output = gitBytes(place, ['cat-file', '--batch'], input)
  const contents = new Map<string, string>()
  let at = 0
  while (at < output.length) {
    const end = output.indexOf('\n', at)
    const [sha = '', , size = '0'] = output.toString('latin1', at, end).split(' ')
    const start = end + 1
    at = start + Number(size) + 1
    contents.set(sha, output.toString('latin1', start, at - 1))
  }
  return contents
}

/** A project of texts; a value of bytes or with a mode where it matters. */
export const projectOf = (files: Record<string, string | Uint8Array | [string, Mode]>) =>
  keep(
    readFiles(
      Object.entries(files).map(([path, value]) => {
        const [content, mode] = Array.isArray(value) ? value : [value, null]
        return { path, bytes: Uint8Array.from(Buffer.from(content as string)), mode }
      }),
      { keepFolder: true },
    ),
  )

export const setOf = (files: readonly TestFile[]) => keep(readFiles(files, { keepFolder: true }))

const kept: Contents[] = []

export const forgetContents = (): void => void kept.splice(0)

function keep(set: FileSet): FileSet {
  kept.push(contentsOf(set))
  return set
}

/** The files of every project above, as a place that pushes keeps them; the newest are asked first. */
export const contents: Contents = async (sha) => {
  for (const one of kept.toReversed()) {
    const bytes = await one(sha)
    if (bytes) return bytes
  }
  return null
}
