import { setTimeout as pause } from 'node:timers/promises'
import { type Host, openHost } from '@app/sync/host'

export type SyncSettings = { apiUrl: string; webUrl: string; userAgent: string }

/** Asked again with the token that GitHub refused. */
export type AskToken = (refused?: string) => Promise<string | null>

/** GitHub as the sync engine reaches it from here. It paces itself by the machine's clock, which cannot be moved. */
export const openSyncHost = ({ apiUrl, webUrl, userAgent }: SyncSettings, token: AskToken): Host =>
  openHost({
    apiUrl,
    webUrl,
    token,
    fetch: (address, { headers, ...init }) =>
      fetch(address, { ...init, headers: { ...headers, 'user-agent': userAgent } }),
    now: Date.now,
    wait: (ms, signal) => pause(ms, undefined, signal && { signal }).catch(() => {}),
    can: { archives: true, packs: true, streams: true },
  })
