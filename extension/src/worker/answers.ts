import { conflictName } from '@app/backend-client/project-list'
import type { SyncProjectsReply } from '@app/contract/project-sync'
import { config } from '#config/config.ts'
import { captures, pushes } from '#store/database.ts'
import { lastLines } from '#store/log.ts'
import { local, session as passing, type Settings } from '#store/storage.ts'
import { setAlarms } from './alarms.ts'
import { announce } from './announce.ts'
import { currentBanner } from './builder-hints.ts'
import { settleCopies } from './copies.ts'
import { forgetFailedDeletions } from './copy-list.ts'
import { forgetHost, githubAccount, githubToken, missingHosts } from './github.ts'
import { changeAutomatic, nextAt, readAutomatic, waitingFor } from './idle.ts'
import { forgetPersonalToken, keepPersonalToken } from './personal-token.ts'
import { isPro } from './plan.ts'
import { privateCopies } from './private-copies.ts'
import {
  bringBackProject,
  changeProjectSettings,
  knownProject,
  linkProject,
  syncList,
  unlinkProject,
} from './projects.ts'
import { basesOf, notSecretsOf, recordsOf } from './push-needs.ts'
import { closeIdleServices, closeServices, showButtons } from './pushes.ts'
import { signIn, signOut } from './session.ts'
import { showSession } from './session-signs.ts'
import { builderTabs, openBuilder } from './tabs.ts'

/** The requests of the extension's pages to the worker. Arguments and answers are plain data. */
export const answers = {
  async overview(tabId: number | null) {
    const tab = tabId === null ? null : ((await builderTabs())[tabId] ?? null)
    const session = await local.read('session')
    const plan = await passing.read('plan')

    return {
      session: session && {
        email: session.email,
        userId: session.userId,
        isEnded: session.isEnded,
      },
      settings: await local.read('settings'),
      github: await githubAccount(),
      isPro: plan?.isPro ?? null,
      project: tab?.project ? await knownProject(tab.project) : null,
      importing: tab?.importing ?? null,
      signInTrouble: await local.read('signInTrouble'),
      news: await local.read('news'),
      banner: await currentBanner(),
    }
  },
  githubToken: (refused?: string) => githubToken(refused),
  isPro: (again: boolean) => isPro({ again }),
  signIn,
  signOut: async () => {
    closeServices()
    await signOut()
  },
  keepPersonalToken: async (token: string, isForgotten: boolean, project: string | null) => {
    closeServices()
    const target = project === null ? null : ((await knownProject(project))?.target ?? null)
    const check = await keepPersonalToken({ token, isForgotten, target })
    // Copies that could not be deleted without a token, or with another one.
    if (check.kind === 'kept') void forgetFailedDeletions().then(settleCopies)
    return check
  },
  forgetPersonalToken: async () => {
    closeServices()
    await forgetPersonalToken()
  },
  changeSettings: async (part: Partial<Settings>) => {
    await local.change('settings', (all) => ({ ...all, ...part }))
    if (part.way) {
      closeServices()
      forgetHost()
    }
    announce()
    await showSession()
    await showButtons()
  },
  /** Asks GitHub and our server once more: the person may have connected or paid elsewhere. */
  checkAgain: async () => {
    await passing.write('githubToken', null)
    await isPro({ again: true }).catch(() => false)
    announce()
  },
  missingHosts,
  /** Called after the user allowed more hosts, which open services do not know. */
  useNewHosts: async () => {
    closeIdleServices()
    forgetHost()
    announce()
  },
  changeProject: changeProjectSettings,
  link: (project: string, target: Target) => linkProject(project, target),
  readBase: (project: string, target: Target) => basesOf(project).read(target),
  writeBase: (project: string, target: Target, base: Base) => basesOf(project).write(target, base),
  notSecrets: (project: string) => notSecretsOf(project).read(),
  addNotSecret: (project: string, one: string) => notSecretsOf(project).add(one),
  removeNotSecrets: (project: string, all: readonly string[]) => notSecretsOf(project).remove(all),
  recordPush: (project: Named, push: Push) => recordsOf(project).push(push),
  recordPull: (project: Named, pull: Pull) => recordsOf(project).pull(pull),
  startImport: privateCopies.start,
  acceptSecrets: privateCopies.acceptSecrets,
  deleteCopy: privateCopies.remove,
  readCopy: privateCopies.read,
  runningImport: privateCopies.running,
  async projects() {
    const here = new Set(Object.values(await builderTabs()).map(({ project }) => project))
    const all = Object.values(await local.read('projects'))
    return all
      .filter(({ target, id }) => target || here.has(id))
      .map((one) => ({ ...one, isHere: here.has(one.id) }))
  },
  syncProjects: async (direction: 'sent' | 'fetched') => outcomeOf(direction, await syncList()),
  unlink: unlinkProject,
  bringBack: bringBackProject,
  openBuilder: (path: string) => openBuilder(path).then(() => undefined),
  async automatic(project: string) {
    const memory = await readAutomatic()
    const known = await knownProject(project)
    return { memory, nextAt: known && nextAt(memory, known), outcome: waitingFor(project) }
  },
  changeAutomatic,
  diagnosis: async () => ({
    version: config.version,
    browser: navigator.userAgent,
    state: await answers.overview(null).then(({ github, session, settings, isPro: pro }) => ({
      github: github.state,
      session: session ? (session.isEnded ? 'ended' : 'open') : 'none',
      way: settings.way,
      isPro: pro,
    })),
    unfinished: (await pushes.ids()).length,
    lines: await lastLines(50),
  }),
  seenNews: async () => {
    await local.write('news', null)
    announce()
  },
  /** Signs out, and removes everything that this browser keeps of the extension. */
  async forgetEverything() {
    closeServices()
    await signOut()
    const installed = await local.read('installed')
    await Promise.all([local.clear(), passing.clear(), captures.clear(), pushes.clear()])
    await local.write('installed', installed)
    await local.write('isSignedOutHere', true)
    await setAlarms()
    announce()
  },
}

export type Answers = typeof answers

type Target = Parameters<ReturnType<typeof basesOf>['read']>[0]
type Base = Parameters<ReturnType<typeof basesOf>['write']>[1]
type Named = Parameters<typeof recordsOf>[0]
type Push = Parameters<ReturnType<typeof recordsOf>['push']>[0]
type Pull = Parameters<ReturnType<typeof recordsOf>['pull']>[0]

/** Null where the server could not be asked. */
function outcomeOf(direction: 'sent' | 'fetched', reply: SyncProjectsReply | null) {
  if (!reply) return null
  const { updatedProjects, conflicts, deletedProjects } = reply

  return {
    direction,
    updated: updatedProjects.length,
    conflicts: conflicts.map((one) => ({ name: conflictName(one), reason: one.error })),
    deleted: deletedProjects.map((id) => ({ id, name: id })),
  }
}
