import { config } from '#config/config.ts'
import type { FromBuilder, FromSite } from '#messages/messages.ts'
import { note } from '#store/log.ts'
import { keepFromPages, local } from '#store/storage.ts'
import { COPY_ALARM } from './alarm-rules.ts'
import { setAlarms } from './alarms.ts'
import { addPanel, isPanelPort } from './announce.ts'
import { answers } from './answers.ts'
import { exportHints, fetchHintsDaily } from './builder-hints.ts'
import { buttonFor } from './button.ts'
import { acceptCapture } from './captures.ts'
import { deleteDueCopy, settleCopies } from './copies.ts'
import { forgetFailedDeletions } from './copy-list.ts'
import { forgetHost } from './github.ts'
import { pushIdleProjects } from './idle.ts'
import { finishImport, readImportedFrom } from './imports.ts'
import { syncList } from './projects.ts'
import {
  acceptPushPort,
  closeIdleServices,
  pushStateOf,
  resumePushes,
  showButtons,
} from './pushes.ts'
import { renewInTime, signIn } from './session.ts'
import { REMINDER, showSession } from './session-signs.ts'
import { answerSite } from './site-messages.ts'
import { forgetTab, noteImportedFrom, openPanel, takeFromBuilder } from './tabs.ts'
import { setUninstallAddress } from './uninstall-address.ts'

// Chrome ends and starts the worker at any time: every listener is registered here, at once. Variables keep only what
// can be reloaded from the stores.

chrome.runtime.onInstalled.addListener(async ({ reason }) => {
  await local.change('installed', (known) => known ?? { at: Date.now(), version: config.version })
  if (reason === 'install') {
    await chrome.tabs.create({ url: `${config.siteUrl}/welcome?utm_source=extension_install` })
  }
  if (reason === 'update') await local.write('news', config.version)
  await note(`installed: ${reason} ${config.version}`)
  await begin()
})

chrome.runtime.onStartup.addListener(async () => {
  await begin()
  await forgetFailedDeletions()
  await goOn()
})

chrome.alarms.onAlarm.addListener(async ({ name }) => {
  if (name === 'resume') await goOn()
  if (name === 'idle') await pushIdleProjects()
  if (name === 'session') await renewInTime()
  if (name === 'sync') await syncList()
  if (name.startsWith(COPY_ALARM)) await deleteDueCopy(name.slice(COPY_ALARM.length))
  if (name === 'day') {
    await setUninstallAddress()
    await showSession()
    await fetchHintsDaily()
  }
})

// Pushes that waited for the network resume at once, unless Chrome has ended the worker.
addEventListener('online', () => {
  void goOn()
  void syncList()
})

chrome.permissions.onAdded.addListener(listenToReminder)
chrome.permissions.onRemoved.addListener(() => {
  closeIdleServices()
  forgetHost()
})

listenToReminder()

chrome.tabs.onRemoved.addListener((tabId) => void forgetTab(tabId))

chrome.runtime.onConnect.addListener((port) => {
  if (port.sender?.id !== chrome.runtime.id) return port.disconnect()
  if (acceptCapture(port)) return
  if (!isOwnPage(port.sender)) return port.disconnect()
  if (isPanelPort(port)) addPanel(port)
  else acceptPushPort(port)
})

chrome.runtime.onMessage.addListener((message: Message, sender, reply) => {
  if (sender.id !== chrome.runtime.id) return false
  void answerTo(message, sender).then(
    (value) => reply(message.kind === 'ask' ? { value } : value),
    (error) => {
      if (message.kind !== 'ask') void note(`${message.kind}: ${error}`)
      reply(message.kind === 'ask' ? { error: failureOf(error) } : null)
    },
  )
  return true
})

type Message = FromBuilder | FromSite | { kind: 'ask'; name: keyof typeof answers; args: unknown[] }

async function answerTo(message: Message, sender: chrome.runtime.MessageSender): Promise<unknown> {
  if (message.kind === 'ask') {
    if (!isOwnPage(sender)) throw new Error('only pages of the extension may ask')
    const answer = answers[message.name] as (...args: unknown[]) => unknown
    return answer(...message.args)
  }
  const { tab, origin } = sender
  const isFromBuilder = origin === config.builderUrl && tab?.id !== undefined
  if (isFromBuilder && isOfBuilder(message)) {
    if (message.kind === 'openPanel') openPanel(tab.id as number)
    if (message.kind === 'exportHints') return exportHints()
    return takeFromBuilder(tab.id as number, message, following)
  }
  if (origin === config.siteUrl && !isOfBuilder(message)) return answerSite(message)
  throw new Error('a message from elsewhere')
}

/** The import of a small repository may end before GitHub answers with its head. */
const begunImports = new Map<number, ReturnType<typeof readImportedFrom>>()

const following: Parameters<typeof takeFromBuilder>[2] = {
  buttonOf: (id) => buttonFor(pushStateOf(id)),
  onImportBegun: (tabId, importing) => {
    const reading = readImportedFrom(importing)
    begunImports.set(tabId, reading)
    void reading.then((from) => from && noteImportedFrom(tabId, importing, from))
  },
  onImported: async (tabId, id, { importing, importedFrom }) => {
    const from = importedFrom ?? (await begunImports.get(tabId)) ?? null
    begunImports.delete(tabId)
    if (importing) await finishImport(id, importing, from)
  },
}

const OF_BUILDER: readonly string[] = [
  'project',
  'activity',
  'openPanel',
  'exportHints',
] satisfies FromBuilder['kind'][]

const isOfBuilder = (message: Message): message is FromBuilder => OF_BUILDER.includes(message.kind)

/** Chrome has the event only while the permission is granted, and calls a listener that it got twice once. */
function listenToReminder(): void {
  chrome.notifications?.onClicked.addListener(signInByReminder)
}

function signInByReminder(id: string): void {
  if (id === REMINDER) void signIn()
}

/** Scripts in pages have the page's origin. */
const isOwnPage = ({ url }: chrome.runtime.MessageSender) =>
  url?.startsWith(chrome.runtime.getURL('')) ?? false

const failureOf = (error: unknown) => {
  const { code, facts, status } = Object(error) as Record<string, unknown>

  return { code: code ?? null, facts: facts ?? {}, status: status ?? null }
}

async function begin(): Promise<void> {
  await keepFromPages()
  await chrome.sidePanel?.setPanelBehavior({ openPanelOnActionClick: true })
  await setUninstallAddress()
  await fetchHintsDaily()
  await showSession()
}

async function goOn(): Promise<void> {
  await resumePushes()
  await settleCopies()
  await setAlarms()
}

// Also after Chrome ended the worker in the middle of a push and an event restarted it.
void goOn().then(showButtons)
