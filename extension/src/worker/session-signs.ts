import { readMemory } from '@app/sync-panels/automatic-memory'
import { mayRemind } from '@app/sync-panels/idle-rule'
import { config } from '#config/config.ts'
import { local, session as passing } from '#store/storage.ts'
import { currentTranslator } from '#words/words.ts'

export const REMINDER = 'session-ended'
const BADGE_COLOR = '#9a4b06'

/** The sign at the extension's button while its session has ended; once a day a reminder, if the user wants it. */
export async function showSession(): Promise<void> {
  const session = await local.read('session')
  const { way } = await local.read('settings')
  const isEnded = way === 'app' && session?.isEnded === true
  const { t } = await currentTranslator()
  await chrome.action.setBadgeBackgroundColor({ color: BADGE_COLOR })
  await chrome.action.setBadgeText({ text: isEnded ? '!' : '' })
  await chrome.action.setTitle({
    title: isEnded
      ? t('button.titleEnded', { siteName: config.siteName })
      : t('button.title', { siteName: config.siteName }),
  })
  if (isEnded) await remind()
  else await chrome.notifications?.clear(REMINDER)
}

async function remind(): Promise<void> {
  const memory = readMemory(await store())
  const plan = await passing.read('plan')
  if (!memory.reminds || plan?.isPro === false) return
  if (!mayRemind(memory.remindedAt, Date.now())) return
  if (!(await chrome.permissions.contains({ permissions: ['notifications'] }))) return
  const { t } = await currentTranslator()
  await chrome.notifications.create(REMINDER, {
    type: 'basic',
    iconUrl: chrome.runtime.getURL('icon-128.png'),
    title: t('button.titleEnded', { siteName: config.siteName }),
    message: t('extension.reminder'),
  })
  await local.change('automatic', (text) =>
    JSON.stringify({ ...readMemory({ read: () => text }), remindedAt: Date.now() }),
  )
}

async function store() {
  const text = await local.read('automatic')

  return { read: () => text }
}
