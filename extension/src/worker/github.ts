import { type OwnGithub, readGithubToken } from '@app/backend-client/account'
import type { Host } from '@app/sync/host'
import { openSharingHost } from '@app/sync/sharing-host'
import { SyncError } from '@app/sync/sync-error'
import { type TokenKind, tokenKind } from '@app/sync/token-kind'
import { config } from '#config/config.ts'
import { local, type PersonalToken, session as passing } from '#store/storage.ts'
import { isYounger } from './clock-rules.ts'
import { backend, noteRefusal, openSession } from './session.ts'

/** Tokens that expire sooner are replaced. */
const MARGIN_MS = 5 * 60_000
/** Longer waits are taken over by an alarm: Chrome ends a worker that only waits. */
const LONGEST_WAIT_MS = 20_000
/** A pack of 60 MB at 1 MB/s took 62 s in the worker, and arrived. */
const LONGEST_CALL_MS = 5 * 60_000

export type GithubAccount =
  | { state: 'connected'; login: string; token: TokenKind; lacks: readonly string[] }
  | { state: 'missing' }
  | Extract<OwnGithub, { state: 'notInstalled' }>
  | { state: 'unknown' }

/** The personal token, from either storage. */
export const personalToken = async (): Promise<PersonalToken | null> =>
  (await local.read('personalToken')) ?? (await passing.read('personalToken'))

/** The way that the user chose in the options. Null without a connection. */
export async function githubToken(refused?: string): Promise<string | null> {
  const { way } = await local.read('settings')
  if (way === 'token') return (await personalToken())?.token ?? null
  const answer = await appToken(refused)

  return answer?.state === 'connected' ? answer.token : null
}

export async function githubAccount(): Promise<GithubAccount> {
  const { way } = await local.read('settings')
  if (way === 'token') {
    const own = await personalToken()
    return own
      ? {
          state: 'connected',
          login: own.login,
          token: tokenKind(own.token),
          lacks: own.lacks ?? [],
        }
      : { state: 'missing' }
  }
  if (!(await openSession())) return { state: 'missing' }
  const answer = await appToken().catch(() => undefined)
  if (answer === undefined) return { state: 'unknown' }
  if (answer?.state === 'connected') {
    return { state: 'connected', login: answer.login, token: 'app', lacks: [] }
  }

  return answer ?? { state: 'missing' }
}

/**
 * Called after GitHub refused what the app's permissions allow: our server asks GitHub whether it is still installed. Its own record follows GitHub's events,
 * which may come later than the refusal, or not at all.
 */
export async function checkInstallation(): Promise<void> {
  const known = await passing.read('githubToken')
  // While our server does not answer, nothing is known against the token.
  if (known) await appToken(known.token).catch(() => undefined)
}

type Asking = { refused: string | undefined; answer: ReturnType<typeof askOnce> }

let asking: Asking | null = null

/** Null without a session. Concurrent requests share one call; a request for a fresh check never joins an unchecked one. */
function appToken(refused?: string): Asking['answer'] {
  const current = asking
  if (current && (refused === undefined || refused === current.refused)) return current.answer
  const before = current?.answer.catch(() => undefined) ?? Promise.resolve()
  const answer = before
    .then(() => askOnce(refused))
    .finally(() => {
      if (asking?.answer === answer) asking = null
    })
  asking = { refused, answer }

  return answer
}

async function askOnce(refused: string | undefined) {
  const session = await openSession()
  if (!session) return null
  const { userId } = session
  const known = await passing.read('githubToken')
  const isGood =
    known?.userId === userId && known.expiresAt - Date.now() > MARGIN_MS && known.token !== refused
  if (isGood) return { state: 'connected' as const, ...known }
  const answer = await readGithubToken(backend, { isDoubted: refused !== undefined }).catch(
    async (error) => {
      await noteRefusal(error)
      throw error
    },
  )
  await passing.write('githubToken', answer.state === 'connected' ? { userId, ...answer } : null)

  return answer
}

let opening: Promise<Host> | null = null

/** The engine's access to GitHub, for all pushes. Limits are shared with the panels, and outlive the worker. */
export function githubHost(): Promise<Host> {
  opening ??= openWorkerHost()
  return opening
}

async function openWorkerHost(): Promise<Host> {
  const limits = await passing.read('limits')
  const can = await grantedWays()

  return openSharingHost(
    {
      apiUrl: config.githubApiUrl,
      webUrl: config.githubWebUrl,
      token: (refused) => {
        // Offline calls fail first, so they use neither waiting time nor the write budget.
        if (isKnownOffline()) throw new SyncError('offline')
        return githubToken(refused)
      },
      fetch: fetchNoted,
      now: () => Date.now(),
      wait,
      can,
      longest: { waitMs: LONGEST_WAIT_MS, callMs: LONGEST_CALL_MS },
    },
    {
      channel: new BroadcastChannel('github-limits'),
      read: () => limits,
      write: (text) => void passing.write('limits', text),
    },
  )
}

/** When a request last got no answer. */
let unansweredAt = 0

async function fetchNoted(address: string, init: object): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    unansweredAt = Date.now()
    throw error
  }
}

/** The browser's flag alone is not enough: some systems report offline wrongly. */
const isKnownOffline = () =>
  !navigator.onLine && isYounger(unansweredAt, LONGEST_WAIT_MS, Date.now())

/** Packs and archives need hosts that the person may grant later. */
async function grantedWays(): Promise<Host['can']> {
  const has = (address: string) =>
    chrome.permissions.contains({ origins: [`${address}/*`] }).catch(() => false)

  return {
    packs: await has(config.githubWebUrl),
    archives: await has(config.githubArchivesUrl),
  }
}

/** What the user may still allow, so that pushes and imports take fewer requests. */
export async function missingHosts(): Promise<string[]> {
  const { packs, archives } = await grantedWays()
  const missing = [
    ...(packs ? [] : [config.githubWebUrl]),
    ...(archives ? [] : [config.githubArchivesUrl]),
  ]

  return [...new Set(missing)].map((address) => `${address}/*`)
}

/** Called after another token or host was chosen; the next push uses it. */
export function forgetHost(): void {
  opening = null
}

export const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
