import { PlayedEvent } from './played-events.ts'
import { playedArea } from './played-stores.ts'

const ID = 'played'

export const addressOf = (path: string) => `chrome-extension://${ID}/${path}`

type Alarm = { name: string; periodInMinutes?: number; scheduledTime: number }
type Sender = { id: string; url?: string; origin?: string; tab?: { id: number } }

/** The two ends of a port. Messages pass as JSON, as in Chrome. */
export function playedPort(name: string, sender: Sender) {
  const make = () => ({ onMessage: new PlayedEvent<[unknown]>(), onDisconnect: new PlayedEvent() })
  const [worker, other] = [make(), make()]
  let isOpen = true
  const close = (end: typeof worker) => {
    if (isOpen) void end.onDisconnect.emit()
    isOpen = false
  }
  const post = (end: typeof worker) => (message: unknown) => {
    if (!isOpen) throw new Error('Attempting to use a disconnected port object')
    const text = JSON.stringify(message)
    setImmediate(() => void end.onMessage.emit(JSON.parse(text)))
  }

  return {
    worker: { name, sender, ...worker, postMessage: post(other), disconnect: () => close(other) },
    other: { name, ...other, postMessage: post(worker), disconnect: () => close(worker) },
  }
}

/** What Chrome gives to an extension's worker. Its stores outlive a worker, its listeners do not. */
export function playedChrome() {
  const alarms = new Map<string, Alarm>()
  const granted = new Set<string>()
  const seen = {
    /** Addresses of the tabs that were opened. */
    tabs: [] as string[],
    badge: '',
    notifications: [] as { id: string; message: string }[],
    uninstallUrl: '',
  }
  const runtime = {
    id: ID,
    onInstalled: new PlayedEvent<[{ reason: string }]>(),
    onStartup: new PlayedEvent<[]>(),
    onConnect: new PlayedEvent<[unknown]>(),
    onMessage: new PlayedEvent<[unknown, Sender, (value: unknown) => void]>(),
  }
  const onAlarm = new PlayedEvent<[Alarm]>()
  const onNotificationPress = new PlayedEvent<[string]>()
  const onAdded = new PlayedEvent<[]>()
  const onRemoved = new PlayedEvent<[]>()
  const onTabRemoved = new PlayedEvent<[number]>()
  const tabs = {
    /** The script in a tab; null: there is none. */
    onMessage: null as ((tabId: number, message: unknown) => unknown) | null,
  }

  const chrome = {
    runtime: {
      ...runtime,
      getURL: addressOf,
      getPlatformInfo: async () => ({}),
      setUninstallURL: async (address: string) => {
        seen.uninstallUrl = address
      },
    },
    storage: { local: playedArea(), session: playedArea() },
    alarms: {
      onAlarm,
      get: async (name: string) => alarms.get(name),
      getAll: async () => [...alarms.values()],
      create: async (name: string, { when, periodInMinutes }: Record<string, number>) => {
        const scheduledTime = when ?? Date.now() + (periodInMinutes ?? 0) * 60_000
        alarms.set(name, { name, scheduledTime, ...(periodInMinutes && { periodInMinutes }) })
      },
      clear: async (name: string) => alarms.delete(name),
    },
    permissions: {
      onAdded,
      onRemoved,
      contains: async ({ origins = [], permissions = [] }: Record<string, string[]>) =>
        [...origins, ...permissions].every((one) => granted.has(one)),
    },
    // Without the permission Chrome has no such interface.
    get notifications() {
      if (!granted.has('notifications')) return undefined
      return {
        onClicked: onNotificationPress,
        create: async (id: string, { message }: { message: string }) => {
          seen.notifications.push({ id, message })
        },
        clear: async () => true,
      }
    },
    action: {
      setBadgeBackgroundColor: async () => undefined,
      setBadgeText: async ({ text }: { text: string }) => {
        seen.badge = text
      },
      setTitle: async () => undefined,
    },
    sidePanel: {
      setPanelBehavior: async () => undefined,
      setOptions: async () => undefined,
      open: async () => undefined,
    },
    tabs: {
      onRemoved: onTabRemoved,
      create: async ({ url }: { url: string }) => {
        seen.tabs.push(url)
      },
      get: async (id: number) => ({ id, active: true }),
      sendMessage: async (tabId: number, message: unknown) => {
        if (!tabs.onMessage) throw new Error('Receiving end does not exist.')
        return tabs.onMessage(tabId, message)
      },
    },
    idle: { queryState: async () => 'idle' },
    i18n: { getUILanguage: () => 'en-US' },
  }

  return {
    chrome,
    seen,
    tabs,
    alarms,
    events: { ...runtime, onAlarm, onNotificationPress, onAdded },
    async grant(permission: string) {
      granted.add(permission)
      await onAdded.emit()
    },
    /** Removes a terminated worker's listeners. */
    forgetListeners() {
      for (const event of [
        ...Object.values(runtime).filter((one) => one instanceof PlayedEvent),
        onAlarm,
        onNotificationPress,
        onAdded,
        onRemoved,
        onTabRemoved,
      ]) {
        event.clear()
      }
    },
  }
}
