import type { Target } from '@app/sync/target'
import { DirectPushService } from '@app/sync-panels/push-service'
import type { IdleOutcome, PushService, PushState } from '@app/sync-panels/push-state'
import { PUSH_PORT } from '#messages/messages.ts'
import { note } from '#store/log.ts'
import { announce } from './announce.ts'
import { buttonFor } from './button.ts'
import { isYounger } from './clock-rules.ts'
import { checkInstallation, githubHost } from './github.ts'
import { keepAwake, mayRest } from './keep-awake.ts'
import { knownProject } from './projects.ts'
import { pushNeeds, type Source } from './push-needs.ts'
import { openSession } from './session.ts'
import { builderTabs, showButton } from './tabs.ts'
import { noteWaiting, waitingPushes } from './waiting-pushes.ts'

type Open = { service: DirectPushService; state: PushState; source: Source }

/** One service for each project, as long as the worker lives. State that must survive the worker is in the journal. */
const open = new Map<string, Open>()
const watchers = new Map<string, Set<(state: PushState) => void>>()

async function openService(project: string): Promise<Open> {
  const host = await githubHost()
  const known = await knownProject(project)
  if (!known) throw new Error('the project is not known')
  const found = open.get(project)
  if (found) return found
  let current = known
  const entry: Open = {
    source: { from: 'tab', mayAsk: true },
    state: { step: 'choose', failure: null },
    service: new DirectPushService(() => pushNeeds(host, current, () => entry.source)),
  }
  entry.service.watch(async (state) => {
    entry.state = state
    current = (await knownProject(project)) ?? current
    watched(project, state)
  })
  open.set(project, entry)

  return entry
}

const WORKING: readonly PushState['step'][] = ['reading', 'comparing', 'pushing']

/** An open review must not be lost: the worker keeps its comparison. */
const isAwaited = (project: string, { step }: PushState): boolean =>
  WORKING.includes(step) || (step === 'review' && (watchers.get(project)?.size ?? 0) > 0)

function stayAwakeFor(project: string): void {
  const state = open.get(project)?.state
  if (state && isAwaited(project, state)) keepAwake(project)
  else mayRest(project)
}

function watched(project: string, state: PushState): void {
  stayAwakeFor(project)
  for (const onState of watchers.get(project) ?? []) onState(state)
  void buttonFor(state).then((button) => showButton(project, button))
  if ('failure' in state && state.failure) void noteFailure(project, state.failure.error.code)
}

/** GitHub gives no reason to a token whose app was suspended or uninstalled. */
const ACCESS_LOST: readonly (string | null)[] = [
  'app_not_installed',
  'no_write_access',
  'repository_missing',
]

async function noteFailure(project: string, code: string | null): Promise<void> {
  await note(`push of ${project}: ${code ?? 'unexpected'}`)
  if (!ACCESS_LOST.includes(code)) return
  // The panel shows the next step.
  await checkInstallation()
  announce()
}

/** Called after a change that affects all buttons, such as the language. */
export async function showButtons(): Promise<void> {
  for (const { project } of Object.values(await builderTabs())) {
    if (project) await showButton(project, await buttonFor(pushStateOf(project)))
  }
}

export const pushStateOf = (project: string): PushState | null => open.get(project)?.state ?? null

/** Calls of a panel, and states to it, over a port of its own. */
export function acceptPushPort(port: chrome.runtime.Port): boolean {
  if (!port.name.startsWith(PUSH_PORT)) return false
  const project = port.name.slice(PUSH_PORT.length)
  const tell = (state: PushState) => port.postMessage({ state })
  const all = watchers.get(project) ?? new Set()
  watchers.set(project, all.add(tell))
  port.onDisconnect.addListener(() => {
    all.delete(tell)
    stayAwakeFor(project)
  })
  port.onMessage.addListener(async (call: PushCall) => {
    try {
      port.postMessage({ id: call.id, value: await answer(project, call) })
    } catch (error) {
      port.postMessage({ id: call.id, error: String(error) })
    }
  })
  return true
}

/** `args` are those of the service's own method. */
export type PushCall = {
  [Name in keyof PushService]: { id: number; name: Name; args: Parameters<PushService[Name]> }
}[Exclude<keyof PushService, 'watch'>]

async function answer(project: string, call: PushCall): Promise<unknown> {
  // Pushes of an earlier worker are resumed first, so that a panel sees their real state.
  await resumed
  const entry = await openService(project)
  const { service } = entry
  switch (call.name) {
    case 'review':
      entry.source = { from: 'tab', mayAsk: true }
      return service.review(...call.args)
    case 'goOn':
      entry.source = { from: 'capture' }
      return service.goOn()
    case 'push':
      return service.push(...call.args)
    case 'openPullRequest':
      return service.openPullRequest(...call.args)
    case 'running':
      return service.running()
    case 'cancel':
      return service.cancel()
    case 'reset':
      return service.reset()
    case 'pushIdle':
      return pushIdle(project, ...call.args)
    case 'contentOf': {
      const bytes = await service.contentOf(...call.args)
      return bytes && base64Of(bytes)
    }
  }
}

export async function pushIdle(
  project: string,
  linked: Target,
  branch: 'linked' | 'own',
): Promise<IdleOutcome> {
  const entry = await openService(project)
  entry.source = { from: 'tab', mayAsk: false }
  keepAwake(`idle ${project}`)
  try {
    return await entry.service.pushIdle(linked, branch)
  } finally {
    mayRest(`idle ${project}`)
  }
}

let resumed: Promise<void> = Promise.resolve()

/** Resumes confirmed pushes that have not finished. Called at every start, and by an alarm while there is one. */
export function resumePushes(): Promise<void> {
  resumed = resumed.then(resumeAll).catch((error) => note(`resume: ${error}`))
  return resumed
}

async function resumeAll(): Promise<void> {
  const waiting = await waitingPushes()
  await noteWaiting(navigator.onLine ? [] : waiting)
  // While offline only the oldest push tries.
  for (const project of waiting.slice(0, navigator.onLine ? undefined : 1)) await resume(project)
}

async function resume(project: string): Promise<void> {
  const known = open.get(project)
  if (known && WORKING.includes(known.state.step)) return
  const failure = known && 'failure' in known.state ? known.state.failure : null
  if (failure && !(await mayTryAgain(failure.error))) return
  // A failed service waits for the user; a new one would find the journal.
  known?.service.close()
  open.delete(project)
  const entry = await openService(project)
  entry.source = { from: 'capture' }
  const state = await entry.service.running()
  watched(project, state)
  if (state.step === 'interrupted') entry.service.goOn()
}

const PASSING = ['offline', 'github_unavailable', 'rate_limited']
/** GitHub asks for no longer wait. A later time was noted before the clock was set back. */
const LONGEST_LIMIT_MS = 60 * 60_000

/** Temporary failures are retried; a refused token only with a session. */
async function mayTryAgain(error: { code: string | null; retryAt?: number }): Promise<boolean> {
  const { code, retryAt = 0 } = error
  const now = Date.now()
  if (retryAt > now && isYounger(retryAt, LONGEST_LIMIT_MS, now)) return false
  if (code === 'not_connected') return (await openSession()) !== null

  return code !== null && PASSING.includes(code)
}

/** After a change of account or token, comparisons no longer apply. */
export function closeServices(isKept: (step: PushState['step']) => boolean = () => false): void {
  for (const [project, { service, state }] of open) {
    if (isKept(state.step)) continue
    service.close()
    open.delete(project)
  }
}

/** Running pushes continue; other services are reopened with the hosts that are allowed now. */
export const closeIdleServices = () => closeServices((step) => step === 'pushing')

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  }
  return btoa(text)
}
