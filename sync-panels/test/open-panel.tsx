import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyPull } from '@app/sync/apply-pull'
import type { Base } from '@app/sync/comparison'
import { type Fetch, openHost } from '@app/sync/host'
import { readFiles, type SourceFile } from '@app/sync/read-files'
import type { Target } from '@app/sync/target'
import { tokenKind } from '@app/sync/token-kind'
import * as englishErrors from '@app/sync/words/en'
import * as spanishErrors from '@app/sync/words/es'
import { TranslationProvider } from '@app/ui/translation-provider.tsx'
import { createTranslator } from '@app/ui/translator.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { inject, onTestFinished } from 'vitest'
import { usePushHere } from '#push/use-push-here.ts'
import type { PushStore, StoredPush } from '#service/push-state.ts'
import {
  type RecordedPull,
  type RecordedPush,
  type Surroundings,
  SurroundingsProvider,
} from '#surroundings.tsx'
import english from '#words/texts/en.json'
import spanish from '#words/texts/es.json'
import { nodeFetch } from './node-fetch.ts'

export const MEMBER = 'mia-torres'
/** Owns the organisation. */
export const OWNER_OF_ORGANISATION = 'priya-nair'
export const ORGANISATION = 'lanternworks'

const WORDS = {
  en: { ...english, ...englishErrors },
  es: { ...spanish, ...spanishErrors },
}

type Files = Record<string, string | Uint8Array>

type Options = {
  login?: string
  isPro?: boolean
  isConnected?: boolean
  /** A personal token in place of the app's, as the stand-in's control takes it. */
  personal?: { scopes: string[] } | { permissions: Record<string, string>; owner?: string }
  /** A push that was interrupted in another page. */
  stored?: StoredPush | null
  /** The browser refuses to store anything. */
  isStoreRefused?: boolean
  target?: Target | null
  base?: Base
  language?: keyof typeof WORDS
  /** The place sends packs, as the extension does. */
  isPacking?: boolean
  /** How many times faster than usual the engine's clock runs. */
  speed?: number
  /** What was called no secret in an earlier page. */
  notSecrets?: string[]
  /** The place cannot write. */
  isZipOnly?: boolean
}

/** A panel over the GitHub stand-in, in surroundings that a test looks into. */
export async function openPanel(panel: ReactNode, files: Files, options: Options = {}) {
  const github = inject('github')
  const login = options.login ?? MEMBER
  const token = options.personal
    ? await personalToken(login, options.personal)
    : await tokenOf(login)
  const calls: { method: string; path: string }[] = []
  const watched: Fetch = async (address, init) => {
    if (!world.isOnline) throw new TypeError('Failed to fetch')
    calls.push({ method: init.method, path: address.slice(github.apiUrl.length) })
    // This host does not stream.
    return nodeFetch(address, init as Parameters<typeof nodeFetch>[1])
  }
  const { speed = 1 } = options
  const opened = Date.now()
  const host = openHost({
    apiUrl: github.apiUrl,
    webUrl: github.webUrl,
    token: async (refused) => (refused === undefined || world.hasOtherToken ? token : null),
    fetch: watched,
    now: () => opened + (Date.now() - opened) * speed,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms / speed)),
    can: { archives: false, packs: options.isPacking ?? false },
  })
  const world = {
    calls,
    host,
    files: { ...files },
    bases: new Map<string, Base>(),
    notSecrets: options.notSecrets ?? [],
    isOnline: true,
    /** Whether there is a token after one was refused. */
    hasOtherToken: true,
    pushes: [] as RecordedPush[],
    pulls: [] as RecordedPull[],
    linked: [] as Target[],
    stored: options.stored ?? null,
    /** What was offered as a ZIP, by path. */
    offered: null as Record<string, string> | null,
    plan: { isPro: options.isPro ?? false },
    isServerDown: false,
    changeProject: (_: Files) => {},
    git: (path: string, method = 'GET') =>
      nodeFetch(`${github.apiUrl}${path}`, { method, ...bearer(token) }),
  }
  const keyOf = ({ owner, name, branch }: Target) => `${owner}/${name} ${branch}`
  if (options.base !== undefined && options.target) {
    world.bases.set(keyOf(options.target), options.base)
  }

  const allow = () => {
    if (options.isStoreRefused) throw new Error('storage refused')
  }
  const pushes: PushStore = {
    read: async () => {
      allow()
      return world.stored
    },
    // As a browser stores it.
    write: async (push) => {
      allow()
      world.stored = structuredClone(push)
    },
    remove: async () => {
      allow()
      world.stored = null
    },
    alone: inTurn,
  }

  function Place() {
    const [version, setVersion] = useState(1)
    const [target, setTarget] = useState(options.target ?? null)
    const [isPro, setPro] = useState<boolean | null>(world.plan.isPro)
    const ask = async () => {
      setPro(world.plan.isPro)
      return world.plan.isPro
    }
    world.changeProject = (next) => {
      world.files = { ...next }
      setVersion((before) => before + 1)
    }
    const value: Omit<Surroundings, 'pushing'> = {
      host,
      account: options.isConnected === false ? null : { login, token: tokenKind(token) },
      project: {
        id: 'sim-12345678',
        name: 'Tide planner',
        version,
        target,
        link: async (next) => {
          world.linked.push(next)
          setTarget(next)
        },
        readFiles: async () => readFiles(sourceFiles(world.files), { keepFolder: true }),
        intake: options.isZipOnly
          ? {
              kind: 'zip',
              offerZip: async (_, offered) => {
                world.offered = textsOf(offered)
              },
              onImported: (imported) => world.changeProject(textsOf(imported)),
            }
          : {
              kind: 'write',
              writeProject: async (changes) =>
                world.changeProject(textsOf(await applyPull(sourceFiles(world.files), changes))),
            },
      },
      bases: {
        read: async (one) => world.bases.get(keyOf(one)) ?? null,
        write: async (one, base) => void world.bases.set(keyOf(one), base),
      },
      notSecrets: {
        read: async () => [...world.notSecrets],
        add: async (one) => void world.notSecrets.push(one),
        remove: async (these) => {
          world.notSecrets = world.notSecrets.filter((one) => !these.includes(one))
        },
      },
      recordPush: async (push) => void world.pushes.push(push),
      recordPull: async (pull) => {
        if (world.isServerDown) throw new Error('no answer')
        world.pulls.push(pull)
      },
      plan: { isPro, ask, checkAgain: ask },
      ways: {
        connect: '/settings?tab=github',
        access: (owner) => `/settings?tab=github&install=${owner}`,
        plans: '/upgrade',
      },
      siteName: 'Gitferry',
      githubUrl: github.webUrl,
      builderUrl: 'https://bolt.new',
    }

    const pushing = usePushHere({ ...value, pushes })

    return <SurroundingsProvider value={{ ...value, pushing }}>{panel}</SurroundingsProvider>
  }

  const language = options.language ?? 'en'
  const initial = createTranslator(language, WORDS[language])
  render(
    <TranslationProvider
      initial={initial}
      loadTranslator={async () => initial}
      rememberedLanguage={() => null}
      rememberLanguage={() => {}}
    >
      <Place />
    </TranslationProvider>,
  )
  return world
}

let lastInTurn: Promise<unknown> = Promise.resolve()

/** One push after the other in all pages of a test, as a browser's locks do it. */
async function inTurn<Result>(
  work: () => Promise<Result>,
  { signal }: { signal: AbortSignal },
): Promise<Result> {
  const before = lastInTurn
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  lastInTurn = before.then(() => ended)
  const cancelled = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  cancelled.catch(() => {})
  try {
    await Promise.race([before, cancelled])
    return await work()
  } finally {
    end()
  }
}

const sourceFiles = (files: Files) =>
  Object.entries(files).map(([path, content]) => ({
    path,
    bytes: Uint8Array.from(typeof content === 'string' ? Buffer.from(content) : content),
    mode: null,
  }))

const textsOf = (files: readonly SourceFile[]) =>
  Object.fromEntries(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]))

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

/** What the stand-in is told from outside. */
export const control = (method: string, path: string, body?: unknown) =>
  nodeFetch(`${inject('github').webUrl}/_control/${path}`, {
    method,
    headers: { 'x-standin-control': '1' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

let counter = 0

/** A repository with these commits, under a name of its own; returns its target. */
export async function seed(
  commits: Record<string, unknown>[],
  { owner = MEMBER, isPrivate = true }: { owner?: string; isPrivate?: boolean } = {},
): Promise<Target> {
  counter += 1
  const name = `panel-${process.pid}-${counter}`
  const reply = await control('POST', 'seed', {
    repositories: [
      {
        owner,
        name,
        private: isPrivate,
        commits: commits.map((files, i) => ({ message: `Seed ${i}`, files })),
      },
    ],
  })
  if (!reply.ok) throw new Error(await reply.text())
  return { owner, name, branch: 'main' }
}

type World = Awaited<ReturnType<typeof openPanel>>

/** Path → text, as the stand-in has the branch. */
export async function filesOf(
  { git }: Pick<World, 'git'>,
  { owner, name, branch }: Target,
): Promise<Record<string, string>> {
  const at = `/repos/${owner}/${name}/git`
  const head = encodeURIComponent(branch)
  const { tree } = (await (await git(`${at}/trees/${head}?recursive=1`)).json()) as {
    tree: { path: string; sha: string; type: string }[]
  }
  const files = await Promise.all(
    tree
      .filter(({ type }) => type === 'blob')
      .map(async ({ path, sha }) => {
        const { content } = (await (await git(`${at}/blobs/${sha}`)).json()) as { content: string }
        return [path, Buffer.from(content, 'base64').toString()]
      }),
  )
  return Object.fromEntries(files)
}

/** How many commits the branch has. */
export async function countCommits({ owner, name, branch }: Target): Promise<number> {
  const { apiUrl } = inject('github')
  const at = `${apiUrl}/repos/${owner}/${name}/commits?sha=${encodeURIComponent(branch)}`
  const answer = await nodeFetch(at, bearer(await tokenOf(MEMBER)))
  return ((await answer.json()) as unknown[]).length
}

/** Path → text, as `git` gets the branch. */
export async function cloneOf({ owner, name, branch }: Target): Promise<Record<string, string>> {
  const { host } = new URL(inject('github').webUrl)
  const address = `http://x-access-token:${await tokenOf(MEMBER)}@${host}/${owner}/${name}.git`
  const folder = mkdtempSync(join(tmpdir(), 'panel-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'core.quotepath=false', ...args], { cwd: folder, encoding: 'utf8' })
  git('clone', '--quiet', '--branch', branch, address, '.')

  return Object.fromEntries(
    git('ls-files', '-z')
      .split('\0')
      .filter(Boolean)
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )
}

export async function commitOf({ owner, name, branch }: Target): Promise<string> {
  const { apiUrl } = inject('github')
  const at = `${apiUrl}/repos/${owner}/${name}/branches/${branch}`
  const answer = await nodeFetch(at, bearer(await tokenOf(MEMBER)))
  return ((await answer.json()) as { commit: { sha: string } }).commit.sha
}

const PATIENCE = { timeout: 10_000 }

export const text = (wanted: string | RegExp, options: { selector?: string } = {}) =>
  screen.findByText(wanted, options, PATIENCE)

export const labelled = (wanted: string | RegExp) => screen.findByLabelText(wanted, {}, PATIENCE)

/** Types a name that no repository has, and takes the offer to make it. */
export async function chooseNewRepository(name: string, words = ENGLISH) {
  fireEvent.change(await labelled(words.search), { target: { value: name } })
  fireEvent.click(await labelled(words.offer(name)))
}

const ENGLISH = {
  search: 'Search repositories',
  offer: (name: string) => `New repository ${name}, private`,
}

export async function press(name: string | RegExp) {
  fireEvent.click(await screen.findByRole('button', { name }, PATIENCE))
}

/** Somebody else pushes. */
export const meanwhile = (target: Target, files: Record<string, unknown>) =>
  control('POST', `repositories/${target.owner}/${target.name}/commits`, {
    person: MEMBER,
    branch: target.branch,
    files,
  })

async function personalToken(person: string, rights: object): Promise<string> {
  const made = await control('POST', `people/${person}/tokens`, rights)
  return ((await made.json()) as { token: string }).token
}

/** Signs in to the app as a member does, so that GitHub lists its installations for them. */
async function tokenOf(person: string): Promise<string> {
  const { webUrl, clientId, clientSecret } = inject('github')
  const verify = { client_id: clientId, state: 's', redirect_uri: CALLBACK }
  const asked = await nodeFetch(`${webUrl}/login/oauth/authorize?${new URLSearchParams(verify)}`, {
    method: 'POST',
    body: new URLSearchParams({ person }),
  })
  const code = new URL(asked.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const answer = await nodeFetch(`${webUrl}/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

const CALLBACK = 'http://127.0.0.1:3000/auth/v1/callback'
