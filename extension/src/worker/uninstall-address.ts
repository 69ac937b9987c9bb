import { config } from '#config/config.ts'
import { local } from '#store/storage.ts'
import { personalToken } from './github.ts'
import { openSession } from './session.ts'

const DAY_MS = 24 * 60 * 60_000

/** The page after the extension's removal: contains usage data, but no identity. */
export async function setUninstallAddress(): Promise<void> {
  const installed = await local.read('installed')
  const { done, failed } = await local.read('pushes')
  const days = installed ? Math.max(0, Math.floor((Date.now() - installed.at) / DAY_MS)) : 0
  const query = new URLSearchParams({
    v: config.version,
    d: String(days),
    p: String(done),
    a: await wayOf(),
    e: String(failed > 0),
  })
  await chrome.runtime.setUninstallURL(`${config.siteUrl}/uninstall-feedback?${query}`)
}

async function wayOf(): Promise<string> {
  const { way } = await local.read('settings')
  if (way === 'token') return (await personalToken()) ? 'pat' : 'none'

  return (await openSession()) ? 'github-app' : 'none'
}
