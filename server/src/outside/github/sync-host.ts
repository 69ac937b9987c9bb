import { setTimeout as pause } from 'node:timers/promises'
import { type Host, openHost } from '@app/sync/host'

export type SyncSettings = { apiUrl: string; webUrl: string; userAgent: string }

/** Called again with the token that GitHub refused. */
export type AskToken = (refused?: string) => Promise<string | null>

/** The sync engine's access to GitHub from the server. It paces itself by the system clock, which tests cannot move. */
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
