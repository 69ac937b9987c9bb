import { type Host, type HostOptions, openHost } from '@app/sync/host'
import { readConfigScript } from '#config/config-script.ts'

/** GitHub for the sync engine. No page may read its archives or send packs. */
export const openSyncHost = (ways: Pick<HostOptions, 'token' | 'fetch'>): Host => {
  const { apiUrl, webUrl } = readConfigScript().github

  return openHost({
    apiUrl,
    webUrl,
    ...ways,
    now: () => Date.now(),
    wait,
    can: { archives: false, packs: false },
  })
}

const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
