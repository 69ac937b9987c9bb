import type { Host, HostOptions } from '@app/sync/host'
import { openSharingHost } from '@app/sync/sharing-host'
import { readStored, writeStored } from '#browser/storage.ts'
import { readConfigScript } from '#config/config-script.ts'

/** The sync engine's access to GitHub, rate-limited across all tabs of a member. Pages cannot read GitHub's archives or send packs. */
export function openSyncHost(userId: string, ways: Pick<HostOptions, 'token' | 'fetch'>): Host {
  const { apiUrl, webUrl } = readConfigScript().github
  const key = `github-limits-${userId}`
  const options = {
    apiUrl,
    webUrl,
    ...ways,
    now: () => Date.now(),
    wait,
    can: { archives: false, packs: false },
  }

  return openSharingHost(options, {
    channel: new BroadcastChannel(key),
    read: () => readStored(key),
    write: (text) => writeStored(key, text),
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
